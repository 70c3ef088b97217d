package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.TableLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BaseFiltersTest {

  private static final TableLayout LAYOUT = TableLayout.plain(3, 4);

  private static KeyFilter[] create(long maxBytes, long entries) {
    long[] all = new long[LAYOUT.tables().size()];
    Arrays.fill(all, entries);
    BaseFilters filters = new BaseFilters(LAYOUT.tables(), maxBytes);
    double bytesPerEntry = filters.bytesPerEntry(all, 0.5);
    KeyFilter[] created = new KeyFilter[all.length];
    Arrays.setAll(created, t -> filters.create(t, entries, bytesPerEntry));
    return created;
  }

  @Test
  void shouldMakeFiltersOnlyWhereMostKeysAreAbsent() {
    KeyFilter[] few = create(1 << 24, 1_000);
    assertThat(few).doesNotContainNull();
    KeyFilter[] many = create(1 << 24, 1_000_000);
    assertThat(many[0]).as("content").isNotNull();
    assertThat(Arrays.copyOfRange(many, 1, 5)).as("16 bits").containsOnlyNulls();
  }

  @Test
  void shouldHoldTheBound() {
    for (long bytes = 1; bytes < 1 << 22; bytes *= 3) {
      long sum = 0;
      for (KeyFilter filter : create(bytes, 20_000)) {
        sum += filter == null ? 0 : filter.bytes();
      }
      assertThat(sum).isLessThanOrEqualTo(bytes / 2);
    }
  }
}

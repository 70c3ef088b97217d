package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.TableLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BaseFiltersTest {

  private static final TableLayout SIMHASH = TableLayout.plain(3, 4);
  private static final TableLayout SHORT_KEYS = TableLayout.plain(2, 3);
  private static final TableLayout LONG_KEYS = TableLayout.plain(3, 5);

  private static BaseFilters.Plan plan(TableLayout layout, long maxBytes, long entries) {
    long[] all = new long[layout.tables().size()];
    Arrays.fill(all, entries);
    return new BaseFilters(layout.tables(), maxBytes, maxBytes).plan(all, 0.5 * maxBytes);
  }

  private static KeyFilter[] create(TableLayout layout, long maxBytes, long entries) {
    BaseFilters.Plan plan = plan(layout, maxBytes, entries);
    KeyFilter[] created = new KeyFilter[layout.tables().size()];
    Arrays.setAll(created, t -> plan.create(t) == null ? null : filled(plan.create(t), entries));
    return created;
  }

  private static KeyFilter filled(KeyFilter.Builder filter, long entries) {
    new SplittableRandom(1)
        .ints(entries)
        .map(key -> key ^ Integer.MIN_VALUE)
        .sorted()
        .forEach(key -> filter.add(key ^ Integer.MIN_VALUE));
    return filter.build();
  }

  @Test
  void shouldMakeFiltersOnlyWhereMostKeysAreAbsent() {
    KeyFilter[] few = create(SHORT_KEYS, 1 << 25, 1_000);
    assertThat(few).doesNotContainNull();
    KeyFilter[] many = create(SHORT_KEYS, 1 << 25, 3_000_000);
    assertThat(many[0]).as("content").isNotNull();
    assertThat(Arrays.copyOfRange(many, 1, 4)).as("21 bits").containsOnlyNulls();
  }

  @Test
  void shouldFilterSimHashesWhereThatLeavesRoom() {
    assertThat(plan(SIMHASH, 1 << 24, 1_000_000).filtersSimHashes()).isTrue();
    assertThat(plan(SIMHASH, 1 << 22, 1_000_000).filtersSimHashes()).isFalse();
    assertThat(plan(LONG_KEYS, 1 << 24, 1_000_000).filtersSimHashes())
        .as("of keys that are more than half a half")
        .isFalse();
    assertThat(create(LONG_KEYS, 1 << 20, 62_500)).doesNotContainNull();
  }

  @Test
  void shouldHoldTheBound() {
    for (TableLayout layout : List.of(SIMHASH, LONG_KEYS)) {
      for (long bytes = 1; bytes < 1 << 22; bytes *= 3) {
        long sum = 0;
        for (KeyFilter filter : create(layout, bytes, 20_000)) {
          sum += filter == null ? 0 : filter.bytes();
        }
        assertThat(sum).isLessThanOrEqualTo(bytes / 2);
      }
    }
  }

  @Test
  void shouldNarrowFiltersWhereThatCostsFewestReadsUntilAllFit() {
    BaseFilters filters = new BaseFilters(SIMHASH.tables(), 1, 1);
    RunFilters large = run(50_000);
    RunFilters small = run(5_000);
    List<RunFilters> runs = List.of(large, small);
    long most = BaseFilters.bytes(runs);
    int narrowed = 0;
    for (long bytes = most; bytes > 0; bytes -= most / 50) {
      filters.fit(runs, bytes);
      assertThat(BaseFilters.bytes(runs)).isLessThanOrEqualTo(bytes);
      if (large.filter(0) != null && large.filter(0).columns() < KeyFilter.MOST_COLUMNS) {
        narrowed++;
        assertThat(small.filter(0).columns())
            .as("goes last")
            .isGreaterThan(large.filter(0).columns());
      }
      if (small.filter(0) != null) {
        assertThat(large.rest()).as("without it, all SimHash tables are read").isPositive();
      }
    }
    assertThat(narrowed).isPositive();
    assertThat(large.rest()).as("where there is no room at all").isZero();
  }

  private static RunFilters run(int leaders) {
    KeyFilter[] filters = new KeyFilter[SIMHASH.tables().size()];
    filters[0] = filled(new KeyFilter.Builder(KeyFilter.MOST_COLUMNS, leaders), leaders);
    int most = SimHashFilter.KEPT_BITS.get(SimHashFilter.KEPT_BITS.size() - 1);
    SimHashFilter.Builder simHashes = new SimHashFilter.Builder(leaders, most);
    new SplittableRandom(2).longs(leaders).forEach(simHashes::count);
    simHashes.counted();
    new SplittableRandom(2).longs(leaders).forEach(simHashes::put);
    return new RunFilters(filters, new int[filters.length][], simHashes.build());
  }
}

package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.store.Pages;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TableLayoutPropertyTest {

  @Property(tries = 500)
  void twoWordsWithinTheDistanceShareAKey(
      @ForAll long word, @ForAll @IntRange(max = 16) int k, @ForAll long seed) {
    Random random = new Random(seed);
    for (TableLayout layout : TableLayout.all(k)) {
      long other = word;
      for (int i = 0; i < k; i++) {
        other ^= 1L << random.nextInt(64);
      }
      ComparedPage a = Pages.page(1, word);
      ComparedPage b = Pages.page(2, other);
      List<Table> tables = layout.tables();
      assertThat(tables.subList(1, tables.size()))
          .as("%s: %016x and %016x", layout, word, other)
          .anyMatch(table -> table.key(a) == table.key(b));
    }
  }

  @Property(tries = 500)
  void everyBitIsInSomeTableAndNoKeyIsZero(
      @ForAll long word, @ForAll long scope, @ForAll @IntRange(max = 16) int k) {
    for (TableLayout layout : TableLayout.all(k)) {
      ComparedPage page = Pages.page(1, word);
      long bits = 0;
      for (Table table : layout.tables()) {
        assertThat(table.key(page)).isNotZero();
        if (table instanceof SimHashTable simhash) {
          bits |= simhash.mask();
        }
      }
      assertThat(bits).isEqualTo(-1L);
    }
    assertThat(Keys.key(Keys.mix(scope), scope)).isEqualTo(1);
  }
}

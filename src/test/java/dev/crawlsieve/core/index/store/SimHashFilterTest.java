package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SimHashFilterTest {

  private static final List<Table> TABLES = TableLayout.plain(3, 4).tables();

  private static SimHashFilter of(long... simHashes) {
    SimHashFilter.Builder builder = new SimHashFilter.Builder(simHashes.length);
    for (long simHash : simHashes) {
      builder.count(simHash);
    }
    builder.counted();
    for (long simHash : simHashes) {
      builder.put(simHash);
    }
    SimHashFilter filter = builder.build(TABLES);
    SimHashFilter stored = SimHashFilter.decode(filter.encode(), TABLES);
    assertThat(stored.bytes()).isEqualTo(filter.bytes());
    return stored;
  }

  @Property(tries = 200)
  void neverMissesAMatch(@ForAll @IntRange(min = 1, max = 1 << 16) int count, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // of few distinct words, so that buckets are long, or of many
    long half = random.nextLong();
    long mask = random.nextBoolean() ? -1L : half & random.nextLong();
    long[] simHashes = random.longs(count).map(simHash -> simHash & mask).toArray();
    SimHashFilter filter = of(simHashes);
    for (int i = 0; i < 200; i++) {
      long leader = simHashes[random.nextInt(count)];
      long page = leader;
      for (int changed = random.nextInt(4); changed > 0; changed--) {
        page ^= 1L << random.nextInt(Long.SIZE);
      }
      long toRead = filter.toRead(page);
      boolean found = false;
      for (int t = 0; t < TABLES.size(); t++) {
        found |=
            (toRead & 1L << t) != 0
                && TABLES.get(t) instanceof SimHashTable table
                && (leader & table.mask()) == (page & table.mask());
      }
      assertThat(found).as("%016x among %d, asked for %016x", leader, count, page).isTrue();
    }
  }

  @Example
  void seldomNamesATableInVain() {
    SplittableRandom random = new SplittableRandom(1);
    int count = 200_000;
    SimHashFilter filter = of(random.longs(count).toArray());
    assertThat(filter.bytes()).isBetween(3L * count, 4L * count);
    assertThat(filter.bytes()).isEqualTo(SimHashFilter.bytes(count));
    long named = random.longs(10_000).map(page -> Long.bitCount(filter.toRead(page))).sum();
    assertThat(named / 10_000.0).isBetween(0.05, 0.6);
  }

  @Example
  void boundsTheWorkForOneHalfInAllPages() {
    SplittableRandom random = new SplittableRandom(2);
    long[] simHashes =
        random
            .longs(100_000)
            .map(simHash -> simHash >>> Integer.SIZE | 7L << Integer.SIZE)
            .toArray();
    SimHashFilter filter = of(simHashes);
    assertThat(Long.bitCount(filter.toRead(7L << Integer.SIZE))).isGreaterThanOrEqualTo(2);
  }

  @Example
  void servesTablesOfHalfAHalf() {
    assertThat(SimHashFilter.serves(TableLayout.plain(3, 4).tables())).isTrue();
    assertThat(SimHashFilter.serves(TableLayout.plain(2, 4).tables())).isFalse();
    assertThat(SimHashFilter.serves(TableLayout.plain(4, 5).tables())).isFalse();
    assertThat(SimHashFilter.serves(TableLayout.nested(3).tables())).isFalse();
  }
}

package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class SimHashFilterTest {

  private static final List<Table> TABLES = TableLayout.plain(3, 4).tables();

  private static SimHashFilter of(int keptBits, long... simHashes) {
    SimHashFilter.Builder builder = new SimHashFilter.Builder(simHashes.length, keptBits);
    for (long simHash : simHashes) {
      builder.count(simHash);
    }
    builder.counted();
    for (long simHash : simHashes) {
      builder.put(simHash);
    }
    SimHashFilter filter = builder.build();
    SimHashFilter stored = SimHashFilter.decode(filter.encode());
    assertThat(stored.bytes()).isEqualTo(filter.bytes());
    return stored;
  }

  @Property(tries = 300)
  void neverMissesAMatch(
      @ForAll @From("kept") int keptBits,
      @ForAll @IntRange(min = 1, max = 1 << 16) int count,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    // of few distinct words, so that buckets are long, or of many
    long half = random.nextLong();
    long mask = random.nextBoolean() ? -1L : half & random.nextLong();
    long[] simHashes = random.longs(count).map(simHash -> simHash & mask).toArray();
    SimHashFilter filter = of(keptBits, simHashes);
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

  @Provide
  Arbitrary<Integer> kept() {
    return Arbitraries.of(SimHashFilter.KEPT_BITS);
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void namesTablesInVainAsOftenAsItSays(@ForAll @From("kept") int keptBits) {
    SplittableRandom random = new SplittableRandom(1);
    int count = 200_000;
    SimHashFilter filter = of(keptBits, random.longs(count).toArray());
    assertThat((double) filter.bytes())
        .isBetween(2.8 * count, 5.2 * count)
        .isCloseTo((double) SimHashFilter.bytes(count, keptBits), withPercentage(2));
    double named =
        random.longs(20_000).map(page -> Long.bitCount(filter.toRead(page))).sum() / 20_000.0;
    assertThat(named).isCloseTo(SimHashFilter.reads(count, keptBits), withPercentage(25));
  }

  @Example
  void readsAWordOfManyLanes() {
    // groups of all sizes up to the largest, and one more
    for (int keptBits : SimHashFilter.KEPT_BITS) {
      for (int count = 1; count <= 256; count++) {
        long[] simHashes = new SplittableRandom(count).longs(count).map(x -> x >>> 6).toArray();
        SimHashFilter filter = of(keptBits, simHashes);
        for (long simHash : simHashes) {
          assertThat(filter.toRead(simHash ^ 1L << 63)).isNotZero();
        }
      }
    }
  }

  @Example
  void boundsTheWorkForOneHalfInAllPages() {
    SplittableRandom random = new SplittableRandom(2);
    long[] simHashes =
        random
            .longs(100_000)
            .map(simHash -> simHash >>> Integer.SIZE | 7L << Integer.SIZE)
            .toArray();
    SimHashFilter filter = of(12, simHashes);
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

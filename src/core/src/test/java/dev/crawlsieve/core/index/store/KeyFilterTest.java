package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KeyFilterTest {

  private static final int KEYS = 50_000;
  private static final int ASKED = 200_000;
  private static final int FILTERS = 32;

  @Property(tries = 60)
  void everyKeyThatIsThereAndAsFewOthersAsItsColumnsSayPass(
      @ForAll @IntRange(max = 20_000) int count,
      @ForAll @IntRange(min = 1, max = KeyFilter.MOST_COLUMNS) int columns,
      @ForAll @IntRange(min = 1, max = 32) int sharedBits,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int prefix = random.nextInt(); // keys may lie as close together as somebody wants
    int[] keys =
        ascending(
            random.ints(count).map(key -> sharedBits == 32 ? key : prefix ^ key >>> sharedBits));
    KeyFilter filter = filter(columns, keys, count, seed);
    assertPass(filter, keys);
    assertPass(KeyFilter.decode(filter.encode()), keys);
    while (filter.columns() > 1) {
      filter = filter.narrower();
      assertPass(filter, keys);
    }
  }

  /** On average: where chance fills a part of a band, one filter may let three times as many. */
  @Tag("slow")
  @Test
  void shouldLetAsFewPassAsItsColumnsSay() {
    double[] passing = new double[KeyFilter.MOST_COLUMNS + 1];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < FILTERS; i++) {
      KeyFilter filter =
          filter(KeyFilter.MOST_COLUMNS, ascending(random.ints(KEYS)), KEYS, random.nextLong());
      while (true) {
        passing[filter.columns()] += passRate(filter) / FILTERS;
        if (filter.columns() == 1) {
          break;
        }
        filter = filter.narrower();
      }
    }
    for (int columns = 1; columns < passing.length; columns++) {
      assertThat(passing[columns] * Math.pow(2, columns)).as("of columns").isBetween(0.95, 1.15);
    }
  }

  @Test
  void shouldBeTheSameStoredOrWithColumnsTakenAway() {
    int[] keys = ascending(new SplittableRandom(1).ints(KEYS));
    for (int columns = 2; columns <= KeyFilter.MOST_COLUMNS; columns++) {
      KeyFilter filter = filter(columns, keys, KEYS, 1);
      KeyFilter fewer = filter(columns - 1, keys, KEYS, 1);
      assertThat(passing(KeyFilter.decode(filter.encode()))).isEqualTo(passing(filter));
      assertThat(passing(filter.narrower())).isEqualTo(passing(fewer));
      assertThat(filter.narrower().bytes()).isEqualTo(fewer.bytes());
    }
  }

  @Test
  void shouldTakeLittleMoreThanABitOfAKeyAndColumn() {
    int[] keys = ascending(new SplittableRandom(1).ints(KEYS));
    for (int columns = 1; columns <= KeyFilter.MOST_COLUMNS; columns++) {
      long bytes = filter(columns, keys, KEYS, 1).bytes();
      assertThat(8.0 * bytes / columns / KEYS).isBetween(1.07, 1.12);
      assertThat(KeyFilter.bytes(columns, KEYS)).isBetween(0.99 * bytes, 1.01 * bytes);
    }
  }

  /** Whoever could choose keys, or a wrong number of them, makes it useless at most. */
  @Test
  void shouldBeBoundedWhateverTheKeys() {
    int[] close = IntStream.range(7, 300_000).toArray();
    KeyFilter filter = filter(4, close, 1_000_000, 1);
    assertPass(filter, close);
    assertThat(filter.bytes()).isLessThan(KEYS);
    assertThat(filter.mayHold(-5)).isZero();
    int[] more = ascending(new SplittableRandom(1).ints(KEYS));
    assertThat(passRate(filter(4, more, 10, 1))).as("one large chunk").isLessThan(0.5);
    assertThat(passRate(filter(4, more, 10_000_000, 1))).as("few chunks' keys").isLessThan(0.1);
    assertThat(filter(4, new int[0], 0, 1).mayHold(1)).isZero();
  }

  private static int[] ascending(IntStream keys) {
    return keys.map(key -> key ^ Integer.MIN_VALUE)
        .sorted()
        .map(key -> key ^ Integer.MIN_VALUE)
        .toArray();
  }

  private static KeyFilter filter(int columns, int[] keys, int expected, long seed) {
    KeyFilter.Builder builder = new KeyFilter.Builder(columns, expected, seed);
    Arrays.stream(keys).forEach(builder::add);
    return builder.build();
  }

  private static void assertPass(KeyFilter filter, int[] keys) {
    assertThat(Arrays.stream(keys).map(filter::mayHold)).doesNotContain(0);
  }

  private static double passRate(KeyFilter filter) {
    return passing(filter).length / (double) ASKED;
  }

  private static int[] passing(KeyFilter filter) {
    return new SplittableRandom(2).ints(ASKED).filter(key -> filter.mayHold(key) == 1).toArray();
  }
}

package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SortedKeysTest {

  @Property(tries = 300)
  void findsTheKeysThatAreThereAndNoOthers(
      @ForAll @IntRange(max = 3_000) int size,
      @ForAll @IntRange(max = 31) int crowded,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] keys =
        IntStream.concat(
                IntStream.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE),
                IntStream.generate(() -> random.nextInt() >>> crowded))
            .limit(size)
            .boxed()
            .distinct()
            .sorted(Integer::compareUnsigned)
            .mapToInt(key -> key)
            .toArray();
    SortedKeys sorted = new SortedKeys(keys);
    for (int i = 0; i < keys.length; i++) {
      assertThat(sorted.has(keys[i])).isTrue();
      int after = keys[i] + 1;
      boolean isNext = keys[(i + 1) % keys.length] == after;
      assertThat(sorted.has(after)).isEqualTo(isNext);
    }
    assertThat(sorted.bytes()).isLessThanOrEqualTo(8L * keys.length + 100);
  }
}

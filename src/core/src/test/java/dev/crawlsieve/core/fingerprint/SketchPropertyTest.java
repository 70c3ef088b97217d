package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SketchPropertyTest {

  @Property(tries = 300)
  void shouldNotDependOnOrderRepetitionOrBlocks(
      @ForAll @IntRange(min = 1, max = 20_000) int size, @ForAll long seed) {
    long[] elements = new Random(seed).longs(size).toArray();
    Sketch sketch = new Sketch();
    for (long element : elements) {
      Sketches.add(sketch, element);
    }
    short[] expected = sketch.value();

    long[] shuffled = elements.clone();
    Random random = new Random(~seed);
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swapped;
    }
    sketch.reset();
    for (int from = 0; from < size; ) {
      int count = Math.min(size - from, 1 + random.nextInt(HashSink.BLOCK));
      long[] block = new long[HashSink.BLOCK];
      System.arraycopy(shuffled, from, block, 0, count);
      sketch.addAll(block, count);
      sketch.addAll(block, (count + 1) / 2);
      from += count;
    }
    assertThat(sketch.value()).isEqualTo(expected);
    assertThat(Sketches.similarity(expected, sketch.value())).isEqualTo(1);
  }

  /** A text can be written so that none of its elements falls into some bin in 84 rounds. */
  @Property(tries = 30)
  void shouldSampleASetThatAvoidsABinWhateverItsOrder(
      @ForAll @IntRange(min = 1, max = 20_000) int size,
      @ForAll @IntRange(min = 0, max = 83) int bin,
      @ForAll long seed) {
    long[] elements = avoiding(bin, size, new Random(seed));
    long[] lowest = Arrays.stream(elements).sorted().distinct().limit(Sketch.MOST_HELD).toArray();
    short[] expected = paper(elements, lowest);
    Sketch sketch = new Sketch();
    for (int times = 0; times < 2; times++) {
      for (long element : elements) {
        Sketches.add(sketch, element);
      }
    }
    assertThat(sketch.value()).isEqualTo(expected);
    sketch.reset();
    for (int i = size - 1; i >= 0; i--) {
      Sketches.add(sketch, elements[i]);
    }
    assertThat(sketch.value()).isEqualTo(expected);
  }

  static long[] avoiding(int avoided, int size, Random random) {
    return random
        .longs()
        .filter(
            element ->
                IntStream.range(0, Sketch.SIZE)
                    .allMatch(round -> bin(inRound(element, round)) != avoided))
        .limit(size)
        .toArray();
  }

  @Property(tries = 300)
  void shouldEqualTheSketchOfThePaper(
      @ForAll @IntRange(min = 1, max = 600) int size, @ForAll long seed) {
    long[] elements = new Random(seed).longs(size).toArray();
    Sketch sketch = new Sketch();
    sketch.addAll(elements, Math.min(size, HashSink.BLOCK));
    assertThat(sketch.value()).isEqualTo(paper(elements, elements));
  }

  /**
   * All rounds, with every element in each, without stopping early.
   *
   * @param later the elements after the first round
   */
  private static short[] paper(long[] elements, long[] later) {
    int t = Sketch.SIZE;
    int[] roundOf = new int[t];
    long[] least = new long[t];
    Arrays.fill(roundOf, Integer.MAX_VALUE);
    for (int round = 0; round < 2 * t; round++) {
      for (long element : round == 0 ? elements : later) {
        long hash = inRound(element, round);
        int bin = round < t ? bin(hash) : round - t;
        boolean less = round == roundOf[bin] && hash >>> 1 < least[bin];
        if (round < roundOf[bin] || less) {
          roundOf[bin] = round;
          least[bin] = hash >>> 1;
        }
      }
    }
    short[] sketch = new short[t];
    for (int bin = 0; bin < t; bin++) {
      sketch[bin] = (short) (TokenHash.mix(least[bin] + bin * 0xa0761d6478bd642fL) >>> 48);
    }
    return sketch;
  }

  private static long inRound(long element, int round) {
    return round == 0 ? element : TokenHash.mix(element + round * 0x9e3779b97f4a7c15L);
  }

  private static int bin(long hash) {
    return (int) (((hash >>> 32) * Sketch.SIZE) >>> 32);
  }
}

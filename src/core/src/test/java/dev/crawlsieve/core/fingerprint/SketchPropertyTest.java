package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
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
      sketch.add(element);
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
    assertThat(Sketch.similarity(expected, sketch.value())).isEqualTo(1);
  }

  @Property(tries = 300)
  void shouldEqualTheSketchOfThePaper(
      @ForAll @IntRange(min = 1, max = 600) int size, @ForAll long seed) {
    long[] elements = new Random(seed).longs(size).toArray();
    Sketch sketch = new Sketch();
    sketch.addAll(elements, Math.min(size, HashSink.BLOCK));
    assertThat(sketch.value()).isEqualTo(paper(elements));
  }

  /** All rounds, with every element in each, without stopping early. */
  private static short[] paper(long[] elements) {
    int t = Sketch.SIZE;
    int[] roundOf = new int[t];
    long[] least = new long[t];
    Arrays.fill(roundOf, Integer.MAX_VALUE);
    for (int round = 0; round < 2 * t; round++) {
      for (long element : elements) {
        long hash = round == 0 ? element : TokenHash.mix(element + round * 0x9e3779b97f4a7c15L);
        int bin = round < t ? (int) (((hash >>> 32) * t) >>> 32) : round - t;
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
}

package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Allocated;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SketchTest {

  private static final double[] SIMILARITIES = {0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95};
  private static final int TRIALS = 3000;

  /** Compares bias and root mean square error with those of 84 independent min-hashes. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {5, 20, 50, 100, 500, 5000})
  void shouldEstimateJaccardAsWellAsIndependentMinHashes(int size) {
    SplittableRandom random = new SplittableRandom(size);
    for (double similarity : SIMILARITIES) {
      int common = (int) Math.round(2 * size * similarity / (1 + similarity));
      double exact = (double) common / (2 * size - common);
      if (common == 0 || common == size) {
        continue;
      }
      double sum = 0;
      double squares = 0;
      for (int trial = 0; trial < TRIALS; trial++) {
        double error = estimate(random, size, common) - exact;
        sum += error;
        squares += error * error;
      }
      double theory = Math.sqrt(exact * (1 - exact) / Sketch.SIZE);
      assertThat(Math.sqrt(squares / TRIALS) / theory).as("J = %s", exact).isLessThan(1.06);
      assertThat(Math.abs(sum / TRIALS)).isLessThan(4 * theory / Math.sqrt(TRIALS));
    }
  }

  private static double estimate(SplittableRandom random, int size, int common) {
    Sketch a = new Sketch();
    Sketch b = new Sketch();
    for (int i = 0; i < size; i++) {
      long element = random.nextLong();
      Sketches.add(a, element);
      Sketches.add(b, i < common ? element : random.nextLong());
    }
    return Sketches.similarity(a.value(), b.value());
  }

  @Test
  void shouldSketchTheEmptySetAsNothing() {
    assertThat(new Sketch().value()).isEmpty();
    assertThat(Sketches.similarity(new short[0], new short[0])).isZero();
  }

  @Test
  void shouldHoldFewElementsOfASetThatAvoidsABin() throws Throwable {
    long[] elements = SketchPropertyTest.avoiding(7, 200_000, new Random(1));
    long allocated =
        Allocated.bytes(
            () -> {
              Sketch sketch = new Sketch();
              for (int i = 0; i + HashSink.BLOCK <= elements.length; i += HashSink.BLOCK) {
                long[] block = Arrays.copyOfRange(elements, i, i + HashSink.BLOCK);
                sketch.addAll(block, block.length);
              }
              assertThat(sketch.value()).hasSize(Sketch.SIZE);
            });
    assertThat(allocated).isLessThan(2L * elements.length * Long.BYTES);
  }

  @Test
  void shouldHoldFewElementsOfAVeryRepetitiveText() {
    Sketch once = new Sketch();
    Sketch often = new Sketch();
    long[] block = new long[HashSink.BLOCK];
    for (int i = 0; i < block.length; i++) {
      block[i] = TokenHash.mix(i % 7);
    }
    once.addAll(block, 7);
    for (int i = 0; i < 10_000; i++) {
      often.addAll(block, block.length);
    }
    assertThat(often.value()).isEqualTo(once.value());
  }
}

package dev.crawlsieve.lab.detectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The worked examples of textbooks. */
class WorkedExamplesTest {

  private static List<String> words(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("\\W+")).toList();
  }

  private static ShingleSet set(long... hashes) {
    return ShingleSet.of(LongStream.of(hashes));
  }

  @Test
  void shouldShingleARose() {
    List<String> rose = words("a rose is a rose is a rose");
    List<String> shingles = new Shingles(4).list(rose);
    assertThat(shingles).hasSize(5);
    assertThat(Set.copyOf(shingles))
        .containsExactlyInAnyOrder("a rose is a", "rose is a rose", "is a rose is");
    assertThat(new Shingles(4).set(Shingles.hashes(rose)).size()).isEqualTo(3);
  }

  @Test
  void shouldCompareMidnightDreary() {
    Shingles shingles = new Shingles(3);
    ShingleSet a =
        shingles.set(Shingles.hashes(words("Once upon a midnight dreary, while I pondered")));
    ShingleSet b = shingles.set(Shingles.hashes(words("Once upon a time, while I pondered")));
    assertThat(a.size()).isEqualTo(6);
    assertThat(b.size()).isEqualTo(5);
    assertThat(a.common(b)).isEqualTo(2);
    assertThat(a.resemblance(b)).isEqualTo(2 / 9.0).isCloseTo(0.22, within(0.005));
  }

  @Test
  void shouldGiveJaccardOfSetsAndClusterings() {
    assertThat(set(0, 1, 2, 5, 6).resemblance(set(0, 2, 3, 5, 7, 9))).isEqualTo(3 / 8.0);
    ShingleSet two = set(Shingles.hashes(List.of("C1", "C3")));
    ShingleSet four = set(Shingles.hashes(List.of("C1", "C2", "C3", "C4")));
    assertThat(two.resemblance(four)).isEqualTo(0.5);
  }

  @Test
  void shouldGiveCosine() {
    TermVector a = vector(3, 2, 0, 5, 0, 0, 0, 2, 0, 0);
    TermVector b = vector(1, 0, 0, 0, 0, 0, 0, 1, 0, 2);
    assertThat(a.cosine(b)).isCloseTo(0.315, within(0.0005));
  }

  /** The vector with these weights for the terms 0, 1, 2, …. */
  private static TermVector vector(double... weights) {
    long[] terms = new long[weights.length];
    Arrays.setAll(terms, i -> i);
    return new TermVector(terms, weights);
  }
}

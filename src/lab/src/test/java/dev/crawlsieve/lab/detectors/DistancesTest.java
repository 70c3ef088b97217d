package dev.crawlsieve.lab.detectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DistancesTest {

  @Test
  void shouldMakeOneShingleOfAShortText() {
    assertThat(new Shingles(4).list(List.of("short", "text"))).containsExactly("short text");
    assertThat(new Shingles(4).set(Shingles.hashes(List.of("short", "text"))).size()).isEqualTo(1);
    assertThat(new Shingles(4).list(List.of())).isEmpty();
    assertThat(new Shingles(4).set(new long[0]).size()).isZero();
  }

  @Test
  void shouldTellContainmentFromResemblance() {
    ShingleSet part = ShingleSet.of(LongStream.of(1, 2));
    ShingleSet whole = ShingleSet.of(LongStream.of(1, 2, 3, 4));
    assertThat(part.containment(whole)).isEqualTo(1);
    assertThat(whole.containment(part)).isEqualTo(0.5);
    assertThat(part.resemblance(whole)).isEqualTo(0.5);
  }

  @Test
  void shouldWeighRareTermsMore() {
    TermVector both = TermVector.frequencies(new long[] {1, 2});
    TermVector one = TermVector.frequencies(new long[] {1});
    InverseFrequencies frequencies = new InverseFrequencies(List.of(both, one));
    assertThat(frequencies.idf(1)).isEqualTo(1);
    assertThat(frequencies.idf(2)).isEqualTo(Math.log(1.5) + 1);
    assertThat(frequencies.idf(3)).isEqualTo(Math.log(3) + 1);
    double rare = Math.log(1.5) + 1;
    assertThat(both.times(frequencies::idf).cosine(one))
        .isCloseTo(1 / Math.sqrt(1 + rare * rare), within(1e-9));
  }
}

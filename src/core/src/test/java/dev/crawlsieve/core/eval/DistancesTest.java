package dev.crawlsieve.core.eval;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class DistancesTest {

  @Test
  void shouldGiveTheStandardsCheckValues() {
    byte[] digits = "123456789".getBytes(US_ASCII);
    assertThat(Checksums.crc32(digits)).isEqualTo(0xCBF43926L);
    assertThat(Checksums.md5("abc".getBytes(US_ASCII)))
        .isEqualTo("900150983cd24fb0d6963f7d28e17f72");
    assertThat(Checksums.sha256("abc".getBytes(US_ASCII)))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Checksums.sum(new byte[] {-1, 1})).isEqualTo(256);
  }

  @Test
  void shouldStepOverTokens() {
    List<String> tokens = List.of("a", "b", "c", "d", "e", "f", "g");
    assertThat(new Shingles(3, 2).list(tokens)).containsExactly("a b c", "c d e", "e f g");
    assertThat(new Shingles(3, 2).hashes(HashSequence.of(tokens)).size()).isEqualTo(3);
  }

  @Test
  void shouldMakeOneShingleOfAShortText() {
    assertThat(Shingles.ofWidth(4).list(List.of("short", "text"))).containsExactly("short text");
    assertThat(Shingles.ofWidth(4).hashes(HashSequence.of(List.of("short", "text"))).size())
        .isEqualTo(1);
    assertThat(Shingles.ofWidth(4).list(List.of())).isEmpty();
    assertThat(Shingles.ofWidth(4).hashes(new long[0]).size()).isZero();
  }

  @Test
  void shouldTellContainmentFromResemblance() {
    ShingleHashes part = ShingleHashes.of(1, 2);
    ShingleHashes whole = ShingleHashes.of(1, 2, 3, 4);
    assertThat(part.containment(whole)).isEqualTo(1);
    assertThat(whole.containment(part)).isEqualTo(0.5);
    assertThat(part.resemblance(whole)).isEqualTo(0.5);
  }

  @Test
  void shouldWeighRareTermsMore() {
    TermVector both = TermVector.frequencies(new long[] {1, 2});
    TermVector one = TermVector.frequencies(new long[] {1});
    InverseFrequencies frequencies = InverseFrequencies.of(List.of(both, one));
    assertThat(frequencies.idf(1)).isEqualTo(1);
    assertThat(frequencies.idf(2)).isEqualTo(Math.log(1.5) + 1);
    assertThat(frequencies.idf(3)).isEqualTo(Math.log(3) + 1);
    assertThat(both.times(frequencies::idf).euclid(one)).isCloseTo(Math.log(1.5) + 1, within(1e-9));
    assertThat(both.euclid(one)).isEqualTo(1);
  }

  @Test
  void shouldCountAgreeingSuperShingles() {
    short[] a = new short[84];
    short[] b = new short[84];
    assertThat(MinHashes.superShingles(a, b)).isEqualTo(6);
    b[13] = 1;
    b[14] = 1;
    assertThat(MinHashes.superShingles(a, b)).isEqualTo(4);
    assertThat(MinHashes.equal(a, b)).isEqualTo(82);
    assertThat(MinHashes.resemblance(a, b)).isEqualTo(82 / 84.0);
    assertThat(MinHashes.resemblance(a, new short[0])).isZero();
    assertThat(MinHashes.superShingles(new short[0], new short[0])).isZero();
    assertThat(MinHashes.standardError(0.5)).isCloseTo(0.0546, within(0.0001));
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    assertThatThrownBy(() -> new Shingles(0, 1)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> ShingleSelection.zeroMod(new long[0], 0))
        .hasMessageContaining("p is 0");
    assertThatThrownBy(() -> ShingleSelection.smallest(new long[0], 0))
        .hasMessageContaining("n is 0");
    assertThatThrownBy(() -> new RotatedSort(16, 17)).hasMessageContaining("17 rotations");
    assertThatThrownBy(() -> Hamming.blocks(0, 0, 3)).hasMessageContaining("divisor of 64");
  }
}

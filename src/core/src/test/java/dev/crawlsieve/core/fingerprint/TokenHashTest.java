package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TokenHashTest {

  @Tag("slow")
  @Test
  void shouldTellAllShortTokensApart() {
    long[] hashes = new long[128 * 128 * 128];
    for (int i = 0; i < hashes.length; i++) {
      long state = TokenHash.SEED;
      for (int rest = i; rest > 0; rest /= 128) {
        state = TokenHash.step(state, rest % 128);
      }
      hashes[i] = TokenHash.mix(state);
    }
    assertThat(Arrays.stream(hashes).distinct().count()).isEqualTo(hashes.length);
  }

  @Test
  void shouldSetEveryBitForHalfOfTheTokens() {
    int[] ones = new int[64];
    int tokens = 100_000;
    for (int i = 0; i < tokens; i++) {
      long hash = ReferenceTokenizer.hash("w" + i, TokenHash.SEED);
      for (int bit = 0; bit < 64; bit++) {
        ones[bit] += (int) ((hash >>> bit) & 1);
      }
    }
    for (int bit = 0; bit < 64; bit++) { // five standard deviations
      assertThat(ones[bit] / (double) tokens).as("bit %s", bit).isCloseTo(0.5, within(0.008));
    }
  }
}

package dev.crawlsieve.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintSeedTest {

  @Test
  void shouldTakeARecordedHashInPlaceOfTheSeed() {
    FingerprintSeed seed = FingerprintSeed.of("a secret of the crawl");
    assertThat(FingerprintSeed.of(seed.digest())).isEqualTo(seed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha256:",
        "sha256:0123456789abcde",
        "sha256:0123456789abcdef0",
        "sha256:0123456789ABCDEF",
        "sha256:a secret of mine",
      })
  void shouldRefuseAHashThatNobodyRecorded(String setting) {
    assertThatThrownBy(() -> FingerprintSeed.of(setting))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "fingerprint.seed begins with sha256:, must then be a recorded hash: 16 hex digits in"
                + " lower case");
  }
}

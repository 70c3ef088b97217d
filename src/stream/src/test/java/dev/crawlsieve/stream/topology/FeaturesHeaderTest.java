package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.sites.cluster.Features;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

final class FeaturesHeaderTest {

  private static final Features SOME = new Features(Features.Canonical.OTHER, 0.25, 7);

  @Test
  void shouldCarryFeaturesAndNothingElse() {
    Headers came =
        new RecordHeaders()
            .add("large", new byte[1 << 20])
            .add(FeaturesHeader.NAME, Features.NONE.encode())
            .add(FeaturesHeader.NAME, SOME.encode());
    Headers carried = FeaturesHeader.carried(came);
    assertThat(carried).hasSize(1).isEqualTo(FeaturesHeader.of(SOME.encode()));
    assertThat(FeaturesHeader.read(carried)).contains(SOME);
    assertThat(FeaturesHeader.carried(carried)).isEqualTo(carried);
  }

  @Test
  void shouldCarryNothingThatCannotBeRead() {
    assertThat(FeaturesHeader.carried(new RecordHeaders())).isEmpty();
    for (byte[] bad : new byte[][] {null, {}, {1, 2}, new byte[1 << 20]}) {
      Headers came = new RecordHeaders().add(FeaturesHeader.NAME, bad);
      assertThat(FeaturesHeader.carried(came)).isEmpty();
      assertThat(FeaturesHeader.read(came)).isEmpty();
    }
  }
}

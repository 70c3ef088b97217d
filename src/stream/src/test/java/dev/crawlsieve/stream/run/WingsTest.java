package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.topology.WingTopology;
import org.junit.jupiter.api.Test;

final class WingsTest {

  @Test
  void shouldHaveTheTopologyOfEachWing() {
    assertThat(Wings.ALL.all()).extracting(WingTopology::wing).isEqualTo(Wing.all());
  }
}

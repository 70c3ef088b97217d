package dev.crawlsieve.stream.reshard;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReshardTest {

  @Test
  void shouldRefuseWhereClustersWouldNotExpire() {
    assertThatThrownBy(() -> ensurePossible(0, 4, "true", "30d"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("index.retention and clusters.enabled")
        .hasMessageContaining("'replay --into PREFIX --set index.shards=4'");
    assertThatThrownBy(() -> ensurePossible(4, 0, "true", "30d"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("--set index.shards=0'");
    assertThatCode(() -> ensurePossible(2, 4, "true", "30d")).doesNotThrowAnyException();
    assertThatCode(() -> ensurePossible(0, 4, "false", "30d")).doesNotThrowAnyException();
    assertThatCode(() -> ensurePossible(0, 4, "true", "none")).doesNotThrowAnyException();
    assertThatCode(() -> ensurePossible(4, 0, "true", "none")).doesNotThrowAnyException();
  }

  private static void ensurePossible(int from, int to, String clusters, String retention) {
    Reshard.ensurePossible(config(from, clusters, retention), config(to, clusters, retention));
  }

  private static SieveConfig config(int shards, String clusters, String retention) {
    return SieveConfig.of(
        Map.of(
            "index.shards", String.valueOf(shards),
            "clusters.enabled", clusters,
            "index.retention", retention));
  }
}

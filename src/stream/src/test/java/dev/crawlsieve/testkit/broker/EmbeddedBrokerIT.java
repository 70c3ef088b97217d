package dev.crawlsieve.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.Waits;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {

  @TempDir Path dir;

  @Test
  void shouldStillHaveItsTopicsWhenItsFolderIsOpenedAgain() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir, 0)) {
      assertThat(Topics.create(config(broker))).hasSize(7);
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir, 0)) {
      assertThat(Topics.check(config(broker))).isEqualTo(4);
      assertThat(Topics.create(config(broker))).isEmpty();
    }
  }

  @Test
  void shouldRefuseAPortThatIsInUse() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> EmbeddedBroker.start(dir, taken.getLocalPort()))
          .isInstanceOf(SieveException.class)
          .hasMessageStartingWith("port " + taken.getLocalPort() + " is in use");
    }
  }

  @Test
  void shouldRefuseTheFolderOfARunningBroker() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir, 0)) {
      assertThatThrownBy(() -> EmbeddedBroker.start(dir, 0))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining(dir.toString())
          .hasMessageContaining("is in use by a running broker");
      assertThat(Topics.describe(config(broker))).hasSize(7);
    }
  }

  @Test
  void shouldNotLetABrokerEndTheProcess() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir, 0)) {
      assertThat(broker.failure()).isNull();
      Exit.halt(1, "the disk is gone");
      assertThat(broker.failure()).hasMessageContaining("the disk is gone");
    }
  }

  /** A broker that halts on a full disk does not say so. */
  @Test
  void shouldSayThatItsDiskIsFull() {
    SieveException gaveUp = new SieveException("the embedded broker gave up with status 1");
    assertThat(EmbeddedBroker.reason(gaveUp, dir, 40 << 20)).isSameAs(gaveUp);
    assertThat(EmbeddedBroker.reason(gaveUp, dir, 300 << 10))
        .hasMessage(
            "the disk of the broker's folder '"
                + dir
                + "' is full (300 kB left): free some space on it, or name a folder on a larger"
                + " one; a broker started again on it has what was committed")
        .hasCause(gaveUp);
  }

  @Test
  void shouldStopWithinSeconds() {
    EmbeddedBroker broker = EmbeddedBroker.start(dir, 0);
    Topics.create(config(broker));
    long start = System.nanoTime();
    broker.close();
    broker.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Waits.LIMIT);
  }

  private static SieveConfig config(EmbeddedBroker broker) {
    return SieveConfig.of(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }
}

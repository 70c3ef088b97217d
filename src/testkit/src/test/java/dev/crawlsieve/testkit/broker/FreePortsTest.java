package dev.crawlsieve.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class FreePortsTest {

  /** Of so few ports, this many draws would give some twice. */
  private static final int DRAWS = 500;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldGiveAPortToNobodyElseWhileNothingListensThere() {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < DRAWS; i++) {
      given.add(EmbeddedBroker.freePort());
    }
    assertThat(given).hasSize(DRAWS);
  }

  @Test
  void shouldLetABrokerListenAgainAndAgain() throws IOException {
    int port = EmbeddedBroker.freePort();
    for (int i = 0; i < 3; i++) {
      try (ServerSocket broker = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        assertThat(broker.isBound()).isTrue();
      }
    }
  }
}

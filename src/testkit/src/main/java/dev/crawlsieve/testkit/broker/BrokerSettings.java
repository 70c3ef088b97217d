package dev.crawlsieve.testkit.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The settings of a broker for development. Its limits and retention are Kafka's defaults, so that
 * nothing works here that would fail on other brokers: topics get what they need through their own
 * settings.
 */
final class BrokerSettings {

  private BrokerSettings() {}

  /**
   * A broker that is its own controller.
   *
   * @param log folder of the broker's data
   * @param port the port for clients
   * @param controllerPort the port on which it connects to itself as a controller
   */
  static Map<String, String> alone(Path log, int port, int controllerPort) {
    Map<String, String> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", String.valueOf(1));
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", "PLAINTEXT://localhost:" + port);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("log.dirs", log.toString());
    settings.putAll(small());
    return settings;
  }

  /**
   * The settings of a small broker: one replica of everything, few threads, no waiting for other
   * brokers.
   */
  private static Map<String, String> small() {
    Map<String, String> settings = new HashMap<>();
    settings.put("default.replication.factor", String.valueOf(1));
    settings.put("offsets.topic.replication.factor", String.valueOf(1));
    settings.put("offsets.topic.num.partitions", String.valueOf(4));
    settings.put("transaction.state.log.replication.factor", String.valueOf(1));
    settings.put("transaction.state.log.min.isr", String.valueOf(1));
    settings.put("transaction.state.log.num.partitions", String.valueOf(4));
    settings.put("share.coordinator.state.topic.replication.factor", String.valueOf(1));
    settings.put("share.coordinator.state.topic.min.isr", String.valueOf(1));
    settings.put("share.coordinator.state.topic.num.partitions", String.valueOf(1));
    settings.put("group.initial.rebalance.delay.ms", String.valueOf(0));
    settings.put("group.min.session.timeout.ms", String.valueOf(1000));
    settings.put("auto.create.topics.enable", String.valueOf(false));
    settings.put("broker.heartbeat.interval.ms", String.valueOf(500));
    // On a full disk, the broker ends at once, and not after 30 s in which clients wait.
    settings.put("log.dir.failure.timeout.ms", String.valueOf(1000));
    settings.put("num.network.threads", String.valueOf(2));
    settings.put("num.io.threads", String.valueOf(4));
    settings.put("background.threads", String.valueOf(2));
    settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(8L << 20));
    return settings;
  }
}

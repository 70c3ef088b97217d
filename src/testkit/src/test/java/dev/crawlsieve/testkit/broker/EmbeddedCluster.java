package dev.crawlsieve.testkit.broker;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;

/** Several brokers in this JVM, each also a controller. */
public final class EmbeddedCluster implements AutoCloseable {

  private final List<BrokerFolder> folders = new ArrayList<>();
  private final List<KafkaRaftServer> servers = new ArrayList<>();
  private final List<Integer> ports;

  private EmbeddedCluster(List<Integer> ports) {
    this.ports = ports;
  }

  /**
   * @param settings the brokers' settings in addition to names, ports and folders
   */
  public static EmbeddedCluster start(Path dir, int brokers, Map<String, String> settings) {
    List<Integer> free = EmbeddedBroker.freePorts(2 * brokers);
    List<Integer> ports = free.subList(0, brokers);
    List<Integer> controllers = free.subList(brokers, 2 * brokers);
    String voters =
        IntStream.range(0, brokers)
            .mapToObj(i -> (i + 1) + "@127.0.0.1:" + controllers.get(i))
            .collect(Collectors.joining(","));
    String clusterId = Uuid.randomUuid().toString();
    EmbeddedCluster cluster = new EmbeddedCluster(ports);
    // A controller starts only once it can reach the others.
    List<Thread> starts = new ArrayList<>();
    List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < brokers; i++) {
      BrokerFolder folder = BrokerFolder.take(dir.resolve("broker-" + (i + 1)));
      folder.format(i + 1, clusterId);
      cluster.folders.add(folder);
      Map<String, String> all =
          new HashMap<>(BrokerSettings.alone(folder.log(), ports.get(i), controllers.get(i)));
      all.put("node.id", String.valueOf(i + 1));
      all.put("controller.quorum.voters", voters);
      all.putAll(settings);
      starts.add(
          new Thread(
              () -> {
                try {
                  KafkaRaftServer server = EmbeddedBroker.launch(all);
                  synchronized (cluster.servers) {
                    cluster.servers.add(server);
                  }
                } catch (RuntimeException e) {
                  failures.add(e);
                }
              }));
    }
    starts.forEach(Thread::start);
    starts.forEach(EmbeddedCluster::join);
    if (!failures.isEmpty()) {
      cluster.close();
      throw failures.get(0);
    }
    return cluster;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while brokers start", e);
    }
  }

  public String bootstrapServers() {
    return ports.stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    List<Thread> stops = servers.stream().map(server -> new Thread(server::shutdown)).toList();
    stops.forEach(Thread::start);
    stops.forEach(EmbeddedCluster::join);
    folders.forEach(BrokerFolder::close);
  }
}

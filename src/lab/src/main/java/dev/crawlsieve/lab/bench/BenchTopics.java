package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;

/** The topics of benchmark runs: the same input every time, all others recreated. */
final class BenchTopics implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SieveConfig config;
  private final String input;
  private final List<String> outputs;
  private final Connection connection;
  private final Admin admin;
  private final GroupProgress progress;

  /**
   * @param input the topic that is kept
   * @param outputs the topics whose records are awaited
   */
  BenchTopics(SieveConfig config, String input, List<String> outputs) {
    this.config = config;
    this.input = input;
    this.outputs = List.copyOf(outputs);
    this.connection = new Connection(config);
    this.admin = connection.admin();
    this.progress = new GroupProgress(config);
  }

  /** The topics of the whole topology: pages in, routed pages out. */
  static BenchTopics ofPages(SieveConfig config) {
    return new BenchTopics(config, config.topics().pages(), config.topics().routed());
  }

  /** The topics on which pages come out. */
  List<String> outputs() {
    return outputs;
  }

  /** Recreates every topic except the input, and removes changelogs of earlier runs. */
  void renew() {
    Set<String> old = new HashSet<>(names());
    old.remove(input);
    // Topics with another prefix are kept, too.
    old.removeIf(topic -> !config.topics().all().contains(topic) && !topic.endsWith("-changelog"));
    if (!old.isEmpty()) {
      connection.await(admin.deleteTopics(old).all());
    }
    Stall stall = new Stall(PATIENCE);
    while (names().stream().anyMatch(old::contains)) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      if (stall.stands(0)) {
        throw new SieveException("the broker did not delete the topics " + old);
      }
    }
    Topics.create(config);
  }

  private Set<String> names() {
    return connection.await(admin.listTopics().names());
  }

  /**
   * Total size in bytes of all topics on the broker, including its internal ones, but without the
   * input.
   */
  long bytes() {
    return new TopicDescriber(admin, connection)
        .bytes().entrySet().stream()
            .filter(topic -> !topic.getKey().equals(input))
            .mapToLong(Map.Entry::getValue)
            .sum();
  }

  /** Whether none of these topics has an open transaction. */
  boolean allCommitted() {
    return outputs.stream().allMatch(progress::allCommitted);
  }

  /** Counts the committed records of the awaited topics. */
  CommittedCount committed() {
    return new CommittedCount(connection, outputs);
  }

  @Override
  public void close() {
    progress.close();
    admin.close();
  }
}

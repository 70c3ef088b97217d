package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** How far a generation's consumer group has read its topics, by its committed offsets. */
public final class GroupProgress implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final int POLLS = 5;

  private final SieveConfig config;
  private final Connection connection;
  private final String group;
  private final Admin admin;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> seen = new HashMap<>();

  /**
   * @throws dev.crawlsieve.core.failure.SieveException if no broker answers
   */
  public GroupProgress(SieveConfig config) {
    this.config = config;
    this.connection = new Connection(config);
    this.group = config.applicationId();
    this.admin = connection.admin();
    this.consumer = connection.consumer();
  }

  /** The first offset of each partition of a topic. */
  public Map<TopicPartition, Long> begins(String topic) {
    return offsets(topic, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /**
   * The end of each partition of a topic.
   *
   * @param isolation whether the end is that of committed records, or of all records written
   */
  public Map<TopicPartition, Long> ends(String topic, IsolationLevel isolation) {
    return offsets(topic, OffsetSpec.latest(), isolation);
  }

  /** Whether a topic has no open transaction. */
  public boolean allCommitted(String topic) {
    return ends(topic, IsolationLevel.READ_COMMITTED)
        .equals(ends(topic, IsolationLevel.READ_UNCOMMITTED));
  }

  private Map<TopicPartition, Long> offsets(
      String topic, OffsetSpec which, IsolationLevel isolation) {
    TopicDescriber describer = new TopicDescriber(admin, connection);
    return describer.offsets(topic, describer.partitions(topic).size(), which, isolation);
  }

  /**
   * The group's committed offset in each of these partitions, or the partition's first offset if it
   * has none.
   */
  private Map<TopicPartition, Long> committed(Set<TopicPartition> partitions) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    partitions.stream()
        .map(TopicPartition::topic)
        .distinct()
        .map(this::begins)
        .forEach(committed::putAll);
    committed.keySet().retainAll(partitions);
    new TopicDescriber(admin, connection)
        .committed(group)
        .forEach(
            (at, offset) ->
                committed.computeIfPresent(at, (same, begin) -> Math.max(begin, offset)));
    return committed;
  }

  /** Number of offsets that the group has passed in a topic since its beginning. */
  public long taken(String topic) {
    Map<TopicPartition, Long> begins = begins(topic);
    return TopicDescriber.sum(committed(begins.keySet())) - TopicDescriber.sum(begins);
  }

  /** The sum of the offsets that the group has reached in a topic. */
  public long reached(String topic) {
    return TopicDescriber.sum(committed(begins(topic).keySet()));
  }

  /**
   * Whether the group has committed every record before these offsets.
   *
   * <p>The last offsets of a partition may belong to transaction markers, or to records of an
   * aborted transaction. The group never receives those, so it may never commit past them. If the
   * group makes no progress between two calls, the remaining offsets are therefore read to see
   * whether they hold a record.
   */
  public boolean passed(Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> behind = committed(ends.keySet());
    behind.entrySet().removeIf(at -> at.getValue() >= Offsets.of(at.getKey(), ends));
    boolean moves =
        behind.entrySet().stream().anyMatch(at -> !at.getValue().equals(seen.get(at.getKey())));
    seen.putAll(behind);
    return behind.isEmpty() || (!moves && holdsNothing(behind, ends));
  }

  /**
   * How far instances have come with the pages, as a sentence for a user who waits for their
   * results.
   */
  public String told() {
    Map<TopicPartition, Long> ends = ends(config.topics().pages(), IsolationLevel.READ_COMMITTED);
    long all = TopicDescriber.sum(ends) - TopicDescriber.sum(begins(config.topics().pages()));
    if (all == 0) {
      return "there is no page on '" + config.topics().pages() + "' either: see 'produce'";
    }
    // twice: offsets without records are detected only once the group no longer moves
    boolean passed = passed(ends);
    passed = passed || passed(ends);
    long left = TopicDescriber.sum(ends) - TopicDescriber.sum(committed(ends.keySet()));
    passed = passed || left == 0;
    boolean running = isRunning();
    if (running && passed) {
      return "'run' has read every page; what goes there, if anything, follows within seconds";
    }
    String waiting =
        passed
            ? "every page is read"
            : String.format(
                Locale.ROOT,
                "about %,d of %,d offsets of '%s' (pages, and one for each transaction) are still"
                    + " to be read",
                left,
                all,
                config.topics().pages());
    return waiting
        + (running ? " by 'run'" : ", and no 'run' is at work (application.id " + group + ")");
  }

  /** Whether an instance is at work. */
  public boolean isRunning() {
    return !connection.members(admin, group).isEmpty();
  }

  private boolean holdsNothing(Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends) {
    consumer.assign(from.keySet());
    from.forEach(consumer::seek);
    for (int poll = 0; poll < POLLS; poll++) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset()
            < Offsets.of(new TopicPartition(record.topic(), record.partition()), ends)) {
          return false;
        }
      }
      if (from.keySet().stream().allMatch(at -> consumer.position(at) >= Offsets.of(at, ends))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}

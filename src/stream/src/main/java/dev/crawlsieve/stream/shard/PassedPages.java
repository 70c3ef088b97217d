package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Which pages have left the partitions of the topics within lanes. Pages pass each in the order of
 * the lane, so the newest page that is known to have left it tells. Without shards there are no
 * such topics.
 *
 * <p>Not thread-safe.
 */
public final class PassedPages {

  private final TopicNames topics;
  private final IndexTasks tasks;

  /** For each partition, the offset in the lane after the newest page that has left it. */
  private final Map<TopicPartition, Long> next = new HashMap<>();

  public PassedPages(SieveConfig config) {
    this.topics = config.topics();
    this.tasks = config.indexTasks();
  }

  /** The topics whose records {@link #onTheWay} takes. */
  public List<String> topics() {
    return tasks.areLanes() ? List.of() : List.of(topics.lookups(), topics.found());
  }

  /**
   * A page is on its way to the decider.
   *
   * @return its lane, and its offset there; empty if the record cannot be read, since it becomes a
   *     dead letter
   */
  public Optional<Coordinates> onTheWay(ConsumerRecord<byte[], byte[]> record) {
    boolean found = record.topic().equals(topics.found());
    int at = record.partition();
    int lane = found ? at : tasks.lane(at);
    Optional<Long> offset = inLane(record);
    offset.ifPresent(page -> lookedUp(lane, found ? tasks.shards() : tasks.shard(at), page));
    return offset.map(page -> new Coordinates(lane, page));
  }

  /** A page was decided on. */
  public void decided(int lane, long offset) {
    left(topics.found(), lane, offset);
    lookedUp(lane, tasks.shards(), offset);
  }

  /** A page was kept, and one of the tasks holds it. */
  public void held(int task, long offset) {
    left(topics.leaders(), task, offset);
  }

  /** A page has passed the first shards of its lane. */
  private void lookedUp(int lane, int shards, long offset) {
    for (int shard = 0; shard < shards; shard++) {
      left(topics.lookups(), tasks.task(lane, shard), offset);
    }
  }

  private void left(String topic, int partition, long offset) {
    next.merge(new TopicPartition(topic, partition), offset + 1, Math::max);
  }

  /** Whether the page in a record has left its partition; empty if it cannot be read. */
  public Optional<Boolean> hasLeft(ConsumerRecord<byte[], byte[]> record) {
    TopicPartition at = new TopicPartition(record.topic(), record.partition());
    return inLane(record).map(offset -> offset < next.getOrDefault(at, 0L));
  }

  private Optional<Long> inLane(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(
          record.topic().equals(topics.leaders())
              ? ShardRecordCodec.leader(record.value()).record().laneOffset()
              : ShardRecordCodec.query(record.value()).page().laneOffset());
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }
}

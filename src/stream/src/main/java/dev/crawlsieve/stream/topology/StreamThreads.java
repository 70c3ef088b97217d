package dev.crawlsieve.stream.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets the clients and the processors of an instance's stream threads share information, since
 * Kafka Streams gives neither access to the other. Each thread polls for its own tasks and commits
 * all of them at once, so each thread has its own state.
 */
public final class StreamThreads {

  private final BegunRecords begun = new BegunRecords();
  private final UncommittedRecords uncommitted = new UncommittedRecords();
  private final ThreadLocal<State> current = ThreadLocal.withInitial(State::new);

  private static final class State {
    private final CommitPace pace = new CommitPace(System::nanoTime);
    private final Map<TopicPartition, Consumer<List<ConsumerRecord<byte[], byte[]>>>> wanted =
        new HashMap<>();
  }

  /** The progress of the processors of all threads. */
  public BegunRecords begun() {
    return begun;
  }

  /** The records that all threads have fetched and not committed. */
  public UncommittedRecords uncommitted() {
    return uncommitted;
  }

  /**
   * Called when this thread has committed the results of all records before these offsets.
   *
   * @param written the offsets after these results, by partition
   */
  public void committed(
      Map<TopicPartition, OffsetAndMetadata> offsets, Map<TopicPartition, Long> written) {
    uncommitted.committed(offsets);
    uncommitted.written(written);
    pace().committed();
  }

  /**
   * The number of records of each topic that wait for this thread: those that it has not fetched,
   * and those that Kafka Streams holds for it, often a thousand of a partition and more.
   *
   * @param lag the number of records that are not fetched, by partition
   */
  public Map<String, Long> waiting(Map<TopicPartition, Long> lag) {
    Map<TopicPartition, Long> held = uncommitted.now();
    Map<String, Long> waiting = new HashMap<>();
    lag.forEach(
        (partition, ahead) ->
            waiting.merge(partition.topic(), ahead + held.getOrDefault(partition, 0L), Long::sum));
    return waiting;
  }

  /** Decides when the calling stream thread commits. */
  public CommitPace pace() {
    return current.get().pace;
  }

  /**
   * From now on, passes the records that this thread fetches from a partition to a consumer, before
   * the processors get them one by one.
   */
  public void want(TopicPartition partition, Consumer<List<ConsumerRecord<byte[], byte[]>>> taker) {
    current.get().wanted.put(partition, taker);
  }

  /** Stops passing on the records fetched from a partition. */
  public void forget(TopicPartition partition) {
    current.get().wanted.remove(partition);
  }

  /** Called when this thread has fetched records, which it will process. */
  public void fetched(ConsumerRecords<byte[], byte[]> records) {
    uncommitted.fetched(records);
    current
        .get()
        .wanted
        .forEach(
            (partition, taker) -> {
              List<ConsumerRecord<byte[], byte[]>> some = records.records(partition);
              if (!some.isEmpty()) {
                taker.accept(some);
              }
            });
  }
}

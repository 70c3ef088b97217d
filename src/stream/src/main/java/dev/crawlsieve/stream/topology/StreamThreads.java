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
 * What the clients and the processors of an instance's stream threads tell each other: Kafka
 * Streams shows neither to the other. Each thread polls for its own tasks and commits them all at
 * once, so each has a state of its own.
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

  /** How far the processors of all threads have come. */
  public BegunRecords begun() {
    return begun;
  }

  /** What all threads have fetched and not committed. */
  public UncommittedRecords uncommitted() {
    return uncommitted;
  }

  /**
   * This thread has committed what came of all records before these offsets.
   *
   * @param written the offsets after what that is, by partition
   */
  public void committed(
      Map<TopicPartition, OffsetAndMetadata> offsets, Map<TopicPartition, Long> written) {
    uncommitted.committed(offsets);
    uncommitted.written(written);
    pace().committed();
  }

  /** When the calling stream thread should commit. */
  public CommitPace pace() {
    return current.get().pace;
  }

  /**
   * From now on, shows a taker the records that this thread fetches from a partition, before its
   * processors get them one by one.
   */
  public void want(TopicPartition partition, Consumer<List<ConsumerRecord<byte[], byte[]>>> taker) {
    current.get().wanted.put(partition, taker);
  }

  /** Stops passing on the records fetched from a partition. */
  public void forget(TopicPartition partition) {
    current.get().wanted.remove(partition);
  }

  /** This thread has fetched records, and will process them. */
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

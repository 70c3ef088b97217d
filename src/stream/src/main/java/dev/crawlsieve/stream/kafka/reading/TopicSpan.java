package dev.crawlsieve.stream.kafka.reading;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;

/**
 * The committed records of a topic at one moment: in each partition, those from the first record to
 * the end at that moment.
 *
 * <p>It can be read more than once.
 */
public final class TopicSpan {

  /** How long to wait while the brokers return nothing. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Connection connection;
  private final String topic;
  private final Map<Integer, Long> begins = new TreeMap<>();
  private final Map<Integer, Long> ends = new TreeMap<>();

  private TopicSpan(Connection connection, String topic) {
    this.connection = connection;
    this.topic = topic;
  }

  /**
   * The records that are committed now; an empty span if there is no such topic.
   *
   * @throws SieveException if no broker answers
   */
  public static TopicSpan of(SieveConfig config, String topic) {
    // A topic without read permission would look like a missing one.
    Rights.ensure(config, List.of(topic), AclOperation.READ);
    return committed(config, topic);
  }

  /**
   * The records that are committed now.
   *
   * @throws SieveException if there is no such topic, or no broker answers
   */
  public static TopicSpan required(SieveConfig config, String topic) {
    Topics.ensureExist(config, List.of(topic));
    return committed(config, topic);
  }

  private static TopicSpan committed(SieveConfig config, String topic) {
    Connection connection = new Connection(config);
    TopicSpan span = new TopicSpan(connection, topic);
    try (KafkaConsumer<byte[], byte[]> consumer = connection.consumer()) {
      List<TopicPartition> all = Offsets.existing(consumer, topic);
      consumer.beginningOffsets(all).forEach((at, begin) -> span.begins.put(at.partition(), begin));
      consumer.endOffsets(all).forEach((at, end) -> span.ends.put(at.partition(), end));
    } catch (KafkaException e) {
      throw TopicTail.failed(topic, e);
    }
    return span;
  }

  /**
   * The records that will be committed once all transactions that are open now have ended; {@link
   * #read} waits for these. An empty span if there is no such topic.
   *
   * @throws SieveException if no broker answers
   */
  public static TopicSpan withOpen(SieveConfig config, String topic) {
    TopicSpan span = of(config, topic);
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    span.begins.keySet().forEach(partition -> all.put(span.at(partition), OffsetSpec.latest()));
    try (Admin admin = span.connection.admin()) {
      span.connection
          .await(admin.listOffsets(all).all())
          .forEach((at, end) -> span.ends.put(at.partition(), end.offset()));
    }
    return span;
  }

  /** {@return the part of this span that is in one partition, before an offset} */
  public TopicSpan before(int partition, long offset) {
    TopicSpan part = new TopicSpan(connection, topic);
    part.begins.put(partition, begin(partition));
    part.ends.put(partition, Math.max(begin(partition), Math.min(offset, end(partition))));
    return part;
  }

  /** Number of partitions; 0 if there is no such topic. */
  public int partitions() {
    return begins.size();
  }

  /** Offset of a partition's first record. */
  public long begin(int partition) {
    return Offsets.of(partition, begins);
  }

  /** Offset after a partition's last record. */
  public long end(int partition) {
    return Offsets.of(partition, ends);
  }

  /** Upper bound on the number of records: transaction markers take offsets, too. */
  public long records() {
    long records = 0;
    for (int partition : begins.keySet()) {
      records += end(partition) - begin(partition);
    }
    return records;
  }

  /** Reads everything, as {@link #read(Consumer, Consumer)} does, without reporting progress. */
  public void read(Consumer<ConsumerRecord<byte[], byte[]>> each) {
    read(each, unheard -> {});
  }

  /**
   * Reads everything, each partition in order.
   *
   * @param progress called after every batch
   * @throws SieveException if the broker goes away, or retention removes records before they are
   *     read
   */
  public void read(Consumer<ConsumerRecord<byte[], byte[]>> each, Consumer<Progress> progress) {
    long start = System.nanoTime();
    AtomicLong records = new AtomicLong();
    AtomicLong bytes = new AtomicLong();
    Map<TopicPartition, Range> all = new HashMap<>();
    begins.forEach((partition, begin) -> all.put(at(partition), new Range(begin, end(partition))));
    Runnable tell =
        () -> {
          double done = (double) records.get() / Math.max(1, records());
          double seconds = (System.nanoTime() - start) / 1e9;
          progress.accept(new Progress(records.get(), bytes.get(), -1, done, seconds));
        };
    Map<String, Object> settings = new HashMap<>(Connection.TO_THE_END);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
    try (KafkaConsumer<byte[], byte[]> consumer = connection.consumer(settings)) {
      CommittedRecords.each(
          consumer,
          all,
          PATIENCE,
          tell,
          next -> {
            each.accept(next);
            records.incrementAndGet();
            bytes.addAndGet(next.serializedKeySize() + (long) next.serializedValueSize());
          });
      tell.run();
    } catch (KafkaException e) {
      throw TopicTail.failed(topic, e);
    }
  }

  private TopicPartition at(int partition) {
    return new TopicPartition(topic, partition);
  }
}

package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.topology.CommitPace;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics of the topology, shows the processors what it has fetched, and stops if records
 * are gone that it has not read.
 *
 * <p>A group that is new to a partition starts at the partition's beginning. Kafka Streams silently
 * does the same for a group whose offset is gone; pages whose verdicts were removed in the meantime
 * would then never be routed. So this consumer stops in that case. Only missing pages are skipped,
 * with a warning: they are produced elsewhere, and a stopped sieve would lose more of them.
 */
final class SourceConsumer extends KafkaConsumer<byte[], byte[]> {

  private static final Logger LOG = LoggerFactory.getLogger(SourceConsumer.class);

  private final TopicNames topics;
  private final OffsetText text;
  private final boolean paced;
  private final boolean leaves;
  private final StreamThreads threads;
  private final Runnable beforeReading;

  /**
   * @param beforeReading called before every poll; if it throws, the stream thread ends
   */
  SourceConsumer(
      Map<String, Object> settings,
      SieveConfig config,
      StreamThreads threads,
      Runnable beforeReading) {
    super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    this.topics = config.topics();
    this.text = new OffsetText(config);
    this.paced = StreamsSettings.isPaced(config);
    this.leaves = !StreamsSettings.hasInstanceId(config);
    this.threads = threads;
    this.beforeReading = beforeReading;
  }

  /**
   * @throws SieveException if records that must not be skipped are gone
   */
  @Override
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    beforeReading.run();
    try {
      CommitPace pace = threads.pace();
      ConsumerRecords<byte[], byte[]> fetched =
          super.poll(paced ? pace.waitAtMost(timeout) : timeout);
      threads.fetched(fetched);
      if (paced) {
        pace.polled(fetched, () -> threads.waiting(lag()));
      }
      return fetched;
    } catch (OffsetOutOfRangeException e) {
      Map<TopicPartition, Long> places = e.offsetOutOfRangePartitions();
      Map<TopicPartition, Long> begins = beginningOffsets(places.keySet());
      Map<TopicPartition, Long> ends = endOffsets(places.keySet());
      places.forEach(
          (partition, place) ->
              gone(partition, place, Offsets.of(partition, begins), Offsets.of(partition, ends)));
      throw e;
    }
  }

  /**
   * Leaves the group, unless the instance has a name in it. By default, a thread that has failed
   * would stay in the group, and all tasks would wait until its session times out, although another
   * thread has taken its place.
   */
  @Override
  public void close(CloseOptions options) {
    super.close(
        leaves
            ? options.withGroupMembershipOperation(
                CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            : options);
  }

  /** The known number of records of each partition that are not fetched yet. */
  private Map<TopicPartition, Long> lag() {
    Map<TopicPartition, Long> lag = new HashMap<>();
    for (TopicPartition partition : assignment()) {
      lag.put(partition, currentLag(partition).orElse(0));
    }
    return lag;
  }

  private void gone(TopicPartition partition, long place, long begin, long end) {
    if (place > end) {
      throw new SieveException(text.anew(partition, place, end));
    }
    if (!partition.topic().equals(topics.pages())) {
      throw new SieveException(text.removed(partition, place, begin));
    }
    LOG.warn("{}; those pages are skipped", text.removedBetween(partition, place, begin));
  }
}

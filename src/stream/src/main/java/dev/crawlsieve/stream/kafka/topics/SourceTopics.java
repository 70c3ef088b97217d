package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What the topics of a live generation provide for another generation that reads them.
 *
 * @param partitions partitions of its pages
 * @param lanes lanes of its log; 0 if it has none
 * @param fingerprintHash hash of the settings with which the log's first record was made; empty if
 *     there is no record
 */
public record SourceTopics(int partitions, int lanes, Optional<Integer> fingerprintHash) {

  /**
   * Checks that a broker answers.
   *
   * @throws SieveException if none does
   */
  public static void ensureBroker(SieveConfig config) {
    new Connection(config).admin().close();
  }

  /**
   * Inspects a generation's topics.
   *
   * @throws SieveException if there is no topic of pages, or no page is left on it whose body could
   *     be routed
   */
  public static SourceTopics of(SieveConfig live) {
    Connection connection = new Connection(live);
    String pages = live.topics().pages();
    String log = live.topics().fingerprints();
    Topics.ensureExist(live, List.of(pages));
    try (Admin admin = connection.admin();
        Consumer<byte[], byte[]> consumer = connection.consumer()) {
      TopicDescriber describer = new TopicDescriber(admin, connection);
      int partitions = describer.partitions(pages).size();
      int lanes = describer.partitions(log).size();
      ensureBodies(consumer, pages);
      return new SourceTopics(
          partitions, lanes, lanes == 0 ? Optional.empty() : firstHash(consumer, log));
    }
  }

  private static void ensureBodies(Consumer<byte[], byte[]> consumer, String pages) {
    List<TopicPartition> partitions = Offsets.partitions(consumer, pages);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    boolean empty =
        consumer.endOffsets(partitions).entrySet().stream()
            .allMatch(end -> end.getValue() <= Offsets.of(end.getKey(), begins));
    if (empty) {
      throw new SieveException(
          "there is no page on '"
              + pages
              + "', so nothing can be routed: none has been produced, or retention has removed them"
              + " all");
    }
  }

  /** The settings hash of the first fingerprint of the first lane that has one. */
  private static Optional<Integer> firstHash(Consumer<byte[], byte[]> consumer, String log) {
    return Offsets.partitions(consumer, log).stream()
        .flatMap(lane -> CommittedRecords.first(consumer, lane, r -> hash(r).isPresent()).stream())
        .findFirst()
        .flatMap(SourceTopics::hash);
  }

  private static Optional<Integer> hash(ConsumerRecord<byte[], byte[]> record) {
    try {
      int settings = FingerprintCodec.decode(record.value()).settings();
      return Optional.of(settings).filter(any -> Forgetting.read(record.value()).isEmpty());
    } catch (UnreadableFingerprintException e) {
      // The lane sets such a record aside, too.
      return Optional.empty();
    }
  }
}

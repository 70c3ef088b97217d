package dev.crawlsieve.app;

import dev.crawlsieve.config.SettingsException;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SettingsRecord;
import dev.crawlsieve.topology.SieveTopology;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares the settings with those that the index was made with, before anything is written under
 * new ones. They are the first record of each partition of the index's changelog.
 */
final class SettingsCheck {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 20;

  private SettingsCheck() {}

  /**
   * Checks.
   *
   * @throws SieveException if verdicts that are out would be contradicted
   */
  static void run(SieveConfig config) {
    String changelog = config.applicationId() + "-" + SieveTopology.INDEX_STORE + "-changelog";
    SettingsRecord settings = new SettingsRecord(config);
    try (Consumer<byte[], byte[]> consumer = new Connection(config).consumer()) {
      List<PartitionInfo> partitions = consumer.listTopics().get(changelog);
      for (PartitionInfo info : partitions == null ? List.<PartitionInfo>of() : partitions) {
        byte[] stored = first(consumer, new TopicPartition(changelog, info.partition()));
        if (stored != null) {
          settings.check(stored);
        }
      }
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  /** The settings record of a partition, null if nothing was written there. */
  private static byte[] first(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    for (int poll = 0; poll < POLLS && consumer.position(partition) < end; poll++) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL).records(partition)) {
        return SettingsRecord.isKey(record.key()) ? record.value() : null;
      }
    }
    return null;
  }
}

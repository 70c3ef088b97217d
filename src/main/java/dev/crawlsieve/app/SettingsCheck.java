package dev.crawlsieve.app;

import dev.crawlsieve.config.SettingsException;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.topology.SettingsRecord;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Compares what is to run with what the index has decided so far, before anything is written that
 * would contradict it.
 */
final class SettingsCheck {

  private SettingsCheck() {}

  /**
   * Checks the settings, and that the group knows how far it has come.
   *
   * @throws SieveException if verdicts that are out would be contradicted, or said again
   */
  static void run(SieveConfig config) {
    Map<Integer, byte[]> stored = RecordedSettings.stored(config);
    compare(config, stored.values());
    if (exactlyOnce(config)) {
      findOffsets(config, stored.keySet());
    }
  }

  private static void compare(SieveConfig config, Collection<byte[]> stored) {
    SettingsRecord settings = new SettingsRecord(config);
    try {
      stored.forEach(settings::check);
    } catch (SettingsException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  private static boolean exactlyOnce(SieveConfig config) {
    return StreamsConfig.EXACTLY_ONCE_V2.equals(
        StreamsSettings.of(config).getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
  }

  /**
   * A lane's first leader and the group's offset in its log are committed in one transaction. If
   * the one is there without the other, the offset was lost, and all would be decided again.
   */
  private static void findOffsets(SieveConfig config, Set<Integer> lanes) {
    if (lanes.isEmpty()) {
      return;
    }
    String log = config.topics().fingerprints();
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      Map<TopicPartition, OffsetAndMetadata> offsets =
          connection.await(
              admin
                  .listConsumerGroupOffsets(
                      config.applicationId(),
                      new ListConsumerGroupOffsetsOptions().requireStable(true))
                  .partitionsToOffsetAndMetadata());
      for (int lane : lanes) {
        if (offsets.get(new TopicPartition(log, lane)) == null) {
          throw new SieveException(
              "the index of '"
                  + config.applicationId()
                  + "' has pages of "
                  + log
                  + "-"
                  + lane
                  + ", but the group has no offset there, so that every page would be routed once"
                  + " more: brokers forget the offsets of a group that is away for longer than"
                  + " offsets.retention.minutes; DEPLOY.md says how to set them, or take another"
                  + " topic.prefix");
        }
      }
    }
  }
}

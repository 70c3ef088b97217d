package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings that a generation was made with: the first record of each partition of its
 * index's changelog.
 */
public final class RecordedSettings {

  private RecordedSettings() {}

  /**
   * The settings that decide the generation's verdicts, by name, sorted. If it reads topics of
   * other generations, the settings that name these topics are included.
   *
   * @param config names the brokers, and the generation by {@code application.id} and {@code
   *     topic.prefix}
   * @return empty if nothing has been decided in this generation, or its changelog is gone
   */
  public static Optional<SortedMap<String, String>> of(SieveConfig config) {
    return stored(config).values().stream()
        .findFirst()
        .map(SettingsRecord::decode)
        .map(Collections::unmodifiableSortedMap);
  }

  /**
   * Compares the settings with those that the index was made with. To be called before anything is
   * written that might contradict the index.
   *
   * @return those partitions of the index's changelog whose task has looked up a page
   * @throws SettingsException if new verdicts would contradict published ones, or the file of
   *     overrides is not given, or has lines that would have no effect
   */
  public static Set<Integer> check(SieveConfig config) {
    config.rule().overrides().ensureKnown();
    ensureDecisionsAreLogged(config);
    config.seed().ensureKnown();
    Map<Integer, byte[]> stored = stored(config);
    stored.values().forEach(new SettingsRecord(config)::check);
    return stored.keySet();
  }

  private static void ensureDecisionsAreLogged(SieveConfig config) {
    if (!config.topics().ownLog() && config.rule().overrides().decides()) {
      throw new SettingsException(
          ("overrides.file has lines of keep or drop, which count where fingerprints are made: put"
                  + " them into the overrides.file of the run that writes '%s', or, for all pages,"
                  + " prepare another generation with 'replay --into PREFIX --set"
                  + " overrides.file=FILE'")
              .formatted(config.topics().fingerprints()));
    }
  }

  /**
   * The settings records, by partition of the index's changelog, which is the number of a task. A
   * partition has one once its task has looked up a page.
   */
  public static SortedMap<Integer, byte[]> stored(SieveConfig config) {
    String changelog = Changelogs.name(config, IndexTasks.INDEX_STORE);
    // A topic without read permission would look like a missing one.
    Rights.ensure(config, List.of(changelog), AclOperation.READ);
    SortedMap<Integer, byte[]> stored = new TreeMap<>();
    try (Consumer<byte[], byte[]> consumer =
        new Connection(config).consumer(Connection.TO_THE_END)) {
      for (TopicPartition at : Offsets.existing(consumer, changelog)) {
        byte[] first = first(consumer, at);
        if (first != null) {
          stored.put(at.partition(), first);
        }
      }
    }
    return stored;
  }

  /** The settings record of a partition, null if nothing has been written there. */
  private static byte @Nullable [] first(
      Consumer<byte[], byte[]> consumer, TopicPartition partition) {
    return CommittedRecords.first(consumer, partition)
        .filter(record -> SettingsRecord.isKey(record.key()))
        .map(ConsumerRecord::value)
        .orElse(null);
  }
}

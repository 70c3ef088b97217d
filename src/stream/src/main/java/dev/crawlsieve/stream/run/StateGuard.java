package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.LoggedFingerprints;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Refuses to start if a store can no longer be restored from its changelog. The group's offsets and
 * the resulting writes to the store are committed in one transaction, and a changelog is compacted,
 * so it keeps its beginning.
 */
final class StateGuard {

  private final SieveConfig config;
  private final TopicNames topics;
  private final IndexTasks tasks;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, Set<TopicPartition>> partitions;
  private final Function<Set<TopicPartition>, Map<TopicPartition, Long>> endsNow;
  private final Map<TopicPartition, Long> ends = new HashMap<>();
  private final Map<TopicPartition, Committed> read;
  private final Results results;
  private final Map<String, String> problems = new LinkedHashMap<>(); // one per store

  /**
   * @param partitions the partitions of each topic that exists
   * @param endsNow returns the ends of changelogs, including uncommitted records
   * @param read up to where the group has read
   */
  StateGuard(
      SieveConfig config,
      Consumer<byte[], byte[]> consumer,
      Map<String, Set<TopicPartition>> partitions,
      Function<Set<TopicPartition>, Map<TopicPartition, Long>> endsNow,
      Map<TopicPartition, Committed> read,
      Results results) {
    this.config = config;
    this.topics = config.topics();
    this.tasks = config.indexTasks();
    this.consumer = consumer;
    this.partitions = partitions;
    this.endsNow = endsNow;
    this.read = read;
    this.results = results;
  }

  /**
   * @param begun partitions of the index's changelog that begin with the settings
   * @throws SieveException if stores cannot be restored, with a sentence for each
   */
  void check(Set<Integer> begun) {
    for (String changelog : Changelogs.names(config)) {
      Set<TopicPartition> existing = partitions.getOrDefault(changelog, Set.of());
      ends.putAll(endsNow.apply(existing));
      consumer.beginningOffsets(existing).forEach(this::ensureWhole);
    }
    for (int lane = 0; lane < config.lanes(); lane++) {
      checkLane(lane, begun);
    }
    for (Wing wing : topics.readers()) {
      for (TopicPartition log : partitions.getOrDefault(topics.log(wing), Set.of())) {
        ensureFilled(wing.store(), log.partition(), log);
      }
    }
    if (!problems.isEmpty()) {
      throw new SieveException(String.join(". ", problems.values()));
    }
  }

  private void ensureWhole(TopicPartition changelog, long begin) {
    if (begin > 0) {
      add(
          changelog,
          "begins at offset %s: retention, or a person, has removed what was before it"
              .formatted(begin));
    }
  }

  private void checkLane(int lane, Set<Integer> begun) {
    tasks.of(lane).filter(task -> !begun.contains(task)).forEach(this::ensureSettings);
    if (!tasks.areLanes()) {
      ensureRecent(lane);
      if (config.rule().expires()) {
        ensureFilled(
            IndexTasks.ENTERED_STORE, lane, new TopicPartition(topics.fingerprints(), lane));
      }
    }
    ensureClusters(lane);
  }

  /** Checks that the settings are there: they are written with the first page that is looked up. */
  private void ensureSettings(int task) {
    TopicPartition index = at(IndexTasks.INDEX_STORE, task);
    TopicPartition source = new TopicPartition(topics.lookedUp(), task);
    if (hasRead(source) && !beginsWithSettings(index)) {
      addLost(index, "does not begin with the settings", "the group has read " + source);
    }
  }

  /** Whether a changelog begins with the settings; waits for open transactions. */
  private boolean beginsWithSettings(TopicPartition index) {
    Range all = new Range(0, ends.getOrDefault(index, 0L));
    return CommittedRecords.find(consumer, Map.of(index, all), record -> true)
        .filter(record -> SettingsRecord.isKey(record.key()))
        .isPresent();
  }

  /**
   * Checks the newest leaders against what was sent within the lane: every kept page is sent to the
   * task that holds it. Pages that overrides drop are never kept.
   */
  private void ensureRecent(int lane) {
    TopicPartition recent = at(IndexTasks.RECENT_STORE, lane);
    tasks
        .of(lane)
        .mapToObj(task -> new TopicPartition(topics.leaders(), task))
        .takeWhile(sent -> isEmpty(recent))
        .forEach(sent -> ensureBeside(recent, sent, record -> true));
  }

  /** Checks the clusters against the kept pages: every kept page is the first of a cluster. */
  private void ensureClusters(int lane) {
    TopicPartition clusters = at(ClustersConfig.WING.store(), lane);
    TopicPartition kept = at(tasks.newestStore(), lane);
    if (config.clusters().enabled() && isEmpty(clusters) && !isEmpty(kept)) {
      ensureBeside(clusters, kept, record -> record.key().length == Long.BYTES + 1);
    }
  }

  /**
   * Compares an empty changelog with a topic that is written in the same transactions. Pages may
   * have been kept since the end of the changelog was read.
   */
  private void ensureBeside(
      TopicPartition changelog,
      TopicPartition kept,
      Predicate<ConsumerRecord<byte[], byte[]>> readable) {
    if (!partitions.getOrDefault(kept.topic(), Set.of()).contains(kept)) {
      return;
    }
    boolean some =
        Offsets.begin(consumer, kept) > 0
            || CommittedRecords.first(consumer, kept, readable).isPresent();
    if (some && ends.containsKey(changelog)) {
      ends.putAll(endsNow.apply(Set.of(changelog)));
    }
    if (some && isEmpty(changelog)) {
      addLost(changelog, "is empty", "there are kept pages in " + kept);
    }
  }

  private void ensureFilled(String store, int partition, TopicPartition source) {
    TopicPartition changelog = at(store, partition);
    if (isEmpty(changelog) && hasRead(source)) {
      addLost(changelog, "is empty", "the group has read " + source);
    }
  }

  /** Whether nothing was ever written to a changelog, committed or not. */
  private boolean isEmpty(TopicPartition changelog) {
    return ends.getOrDefault(changelog, 0L) == 0;
  }

  /**
   * Whether the group has read anything of a partition: a record before its offset is readable, or
   * all of these are gone. An offset that a person has set says nothing by itself.
   */
  private boolean hasRead(TopicPartition source) {
    boolean log = source.topic().equals(topics.fingerprints());
    Committed committed = read.get(source);
    if (committed == null
        || committed.offset() == 0
        || (committed.byHand() && !results.next().containsKey(source))) {
      return false;
    }
    return Offsets.begin(consumer, source) > 0
        || CommittedRecords.first(
                consumer,
                source,
                record ->
                    record.offset() < committed.offset()
                        && (!log || LoggedFingerprints.isReadable(record)))
            .isPresent();
  }

  private TopicPartition at(String store, int partition) {
    return new TopicPartition(Changelogs.name(config, store), partition);
  }

  private void addLost(TopicPartition changelog, String wrong, String evidence) {
    String what = ends.containsKey(changelog) ? wrong : "does not exist";
    add(changelog, what + ", but " + evidence);
  }

  private void add(TopicPartition changelog, String wrong) {
    problems.putIfAbsent(
        changelog.topic(), changelog + " " + wrong + ", so " + consequence(changelog.topic()));
  }

  private String consequence(String changelog) {
    String store = changelog.substring(config.applicationId().length() + 1);
    String name = store.substring(0, store.indexOf('-'));
    for (Wing wing : Wing.all()) {
      if (wing.store().equals(name)) {
        return wing.lost() + again();
      }
    }
    String lost =
        switch (name) {
          case IndexTasks.ENTERED_STORE -> "kept pages would expire later";
          default -> "kept pages are not known, and their copies would be unique";
        };
    return lost + again();
  }

  private static String again() {
    return ". 'replay --into PREFIX' decides all pages again in a new generation";
  }
}

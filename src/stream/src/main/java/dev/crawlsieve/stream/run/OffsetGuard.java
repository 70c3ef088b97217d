package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.ShardTopics;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;

/**
 * Refuses to start if the group's offsets are gone although its verdicts have been published: every
 * page would be decided and routed again. The same if the results are another group's.
 */
final class OffsetGuard {

  // A page's fingerprint and the group's offset in `pages` are committed in one transaction, as are
  // a lane's first leader and its offset in `fingerprints`. So one without the other means that the
  // offset was lost. The same holds between shards: a shard's first page and its offset in
  // `lookups` are committed in one transaction, as are a lane's first decision and its offset in
  // `found`. But the two do not become visible at the same moment: a transaction ends at each
  // partition separately, and later still at a coordinator that is moving. Only what the
  // coordinator states outright, several times in a row, counts as gone.

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Two minutes: longer than any transaction of an instance stays open, unless set otherwise. */
  private static final int LOOKS_WHILE_PENDING = 240;

  private static final int LOOKS_UNTIL_CERTAIN = 5;

  /** What the brokers know. */
  interface Group {

    /**
     * What the group has committed.
     *
     * @return by partition: the offset, or empty if there is certainly none; partitions whose
     *     offset is in an open transaction are missing
     */
    Map<TopicPartition, Optional<Long>> committed(Set<TopicPartition> partitions);

    /** Whether there are verdicts on pages of this partition. */
    boolean hasVerdicts(int partition);

    /** A partition of the generation's own fingerprints or verdicts in which there are some. */
    Optional<TopicPartition> firstResult();

    /** Whether a lane whose index is in shards has decided on a page. */
    boolean hasDecided(int lane);
  }

  private final SieveConfig config;
  private final Group group;
  private final Runnable pause;

  OffsetGuard(SieveConfig config, Group group) {
    this(config, group, () -> LockSupport.parkNanos(LOOK_EVERY.toNanos()));
  }

  /**
   * @param pause waits between two looks
   */
  OffsetGuard(SieveConfig config, Group group, Runnable pause) {
    this.config = config;
    this.group = group;
    this.pause = pause;
  }

  /**
   * Looks repeatedly until the answer is certain.
   *
   * @param begun partitions of the index's changelog whose task has looked up a page: lanes, or
   *     with shards, shards of lanes
   * @param pagePartitions number of partitions of the topic of pages
   * @throws SieveException if an offset is gone, or a transaction does not end
   * @throws SettingsException if the topics hold the results of another group
   */
  void check(Set<Integer> begun, int pagePartitions) {
    if (begun.isEmpty()) {
      Optional<TopicPartition> result = group.firstResult();
      if (result.isPresent()) {
        ensureOurs(result.get(), pagePartitions);
      }
      return;
    }
    Set<TopicPartition> expected = expected(begun, pagePartitions);
    int gone = 0;
    for (int look = 1; ; look++) {
      Map<TopicPartition, Optional<Long>> committed = group.committed(expected);
      expected.removeIf(at -> committed.getOrDefault(at, Optional.empty()).isPresent());
      expected.removeIf(at -> committed.containsKey(at) && !isNeeded(at));
      if (expected.isEmpty()) {
        return;
      }
      Optional<TopicPartition> certain =
          expected.stream().filter(committed::containsKey).findFirst();
      gone = certain.isPresent() ? gone + 1 : 0;
      if (gone == LOOKS_UNTIL_CERTAIN) {
        throw gone(certain.get());
      }
      if (look == LOOKS_WHILE_PENDING) {
        throw pending(expected.iterator().next());
      }
      pause.run();
    }
  }

  /**
   * Refuses results that another group has made. Those of an instance that has just begun are in
   * one transaction with an offset in the topic that they were made from.
   */
  private void ensureOurs(TopicPartition result, int pagePartitions) {
    Set<TopicPartition> read = new LinkedHashSet<>();
    for (int partition = 0; partition < pagePartitions; partition++) {
      read.add(new TopicPartition(config.topics().pages(), partition));
    }
    for (int lane = 0; lane < config.lanes(); lane++) {
      read.add(new TopicPartition(config.topics().fingerprints(), lane));
    }
    int none = 0;
    for (int look = 1; none < LOOKS_UNTIL_CERTAIN; look++) {
      Map<TopicPartition, Optional<Long>> committed = group.committed(read);
      if (committed.values().stream().anyMatch(Optional::isPresent)) {
        return;
      }
      Optional<TopicPartition> pending =
          read.stream().filter(at -> !committed.containsKey(at)).findFirst();
      none = pending.isPresent() ? 0 : none + 1;
      if (pending.isPresent() && look >= LOOKS_WHILE_PENDING) {
        throw pending(pending.get());
      }
      pause.run();
    }
    throw new SettingsException(
        ("there are results in %s already, but the group '%s' has neither an index nor"
                + " offsets: another application.id made them, and every page would be routed"
                + " again to the same topics. Set that application.id, or give this one topics of"
                + " its own with another topic.prefix")
            .formatted(result, config.applicationId()));
  }

  private Set<TopicPartition> expected(Set<Integer> begun, int pagePartitions) {
    TopicNames topics = config.topics();
    Set<TopicPartition> expected = new LinkedHashSet<>();
    for (int task : begun) {
      int lane = task / Math.max(1, config.shards());
      expected.add(new TopicPartition(topics.fingerprints(), lane));
      if (topics.sharded()) {
        expected.add(new TopicPartition(topics.shards().lookups(), task));
        expected.add(new TopicPartition(topics.shards().found(), lane));
      }
    }
    for (int partition = 0; topics.ownLog() && partition < pagePartitions; partition++) {
      expected.add(new TopicPartition(topics.pages(), partition));
    }
    return expected;
  }

  /**
   * Whether an offset must exist. A partition of pages without any verdict needs none, nor does a
   * lane whose first pages are still among its shards.
   */
  private boolean isNeeded(TopicPartition at) {
    TopicNames topics = config.topics();
    if (at.topic().equals(topics.pages())) {
      return group.hasVerdicts(at.partition());
    }
    return !at.topic().equals(topics.shards().found()) || group.hasDecided(at.partition());
  }

  private SieveException gone(TopicPartition at) {
    return new SieveException(
        ("%s, but the group '%s' has no offset there, so %s: brokers forget the offsets"
                + " of a group that is away for longer than offsets.retention.minutes, or of a"
                + " deleted topic. See docs/operations.md, \"After a long time away\", for how to"
                + " set them, or use another topic.prefix")
            .formatted(begun(at), config.applicationId(), again(at)));
  }

  private String begun(TopicPartition at) {
    TopicNames topics = config.topics();
    int shards = config.shards();
    if (at.topic().equals(topics.pages())) {
      return "there are verdicts on pages of " + at;
    }
    if (at.topic().equals(topics.shards().lookups())) {
      int lane = at.partition() / shards;
      int shard = at.partition() % shards;
      return "shard " + shard + " of lane " + lane + " has looked up pages of " + at;
    }
    if (at.topic().equals(topics.shards().found())) {
      return "lane " + at.partition() + " has decided on pages of " + at;
    }
    return "the index of '" + config.applicationId() + "' has pages of " + at;
  }

  private String again(TopicPartition at) {
    ShardTopics shards = config.topics().shards();
    if (at.topic().equals(shards.lookups())) {
      return "pages would be compared with that shard again";
    }
    return at.topic().equals(shards.found())
        ? "pages would be decided again"
        : "every page would be routed again";
  }

  private SieveException pending(TopicPartition at) {
    return new SieveException(
        ("the offset of the group '%s' in %s is in a transaction that has been open for"
                + " %s s: start again when it has ended; 'kafka-transactions.sh find-hanging'"
                + " finds it")
            .formatted(
                config.applicationId(),
                at,
                LOOK_EVERY.multipliedBy(LOOKS_WHILE_PENDING).toSeconds()));
  }
}

package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.Offsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses to start if the group's offsets contradict its topics, its results or its state.
 * Otherwise, pages would be routed twice, never, or as unique although the pages that they copy
 * were kept.
 */
final class OffsetGuard {

  private static final Logger LOG = LoggerFactory.getLogger(OffsetGuard.class);

  // A result and the group's offset in its input are committed in one transaction. So the offset is
  // beyond every record with a result; if it is not, it was lost or moved. But the two do not
  // become visible at the same moment: a transaction ends at each partition separately, and even
  // later at a coordinator that is moving. So results are read before offsets, and an offset counts
  // only if the coordinator states it several times in a row.
  //
  // Conversely, records before the offset have results, except for those that were set aside. Kafka
  // Streams commits only offsets for which this holds. It adds metadata to each, by which offsets
  // that a person has set can be told apart; only these are examined.

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Two minutes: with default settings, no transaction of an instance stays open for longer. */
  private static final int LOOKS_WHILE_PENDING = 240;

  private static final int LOOKS_UNTIL_CERTAIN = 5;

  /**
   * A committed offset.
   *
   * @param offset offset of the next record to read
   * @param byHand whether something other than Kafka Streams has committed it
   */
  record Committed(long offset, boolean byHand) {}

  /**
   * Up to which of their inputs there are results.
   *
   * @param next by partition, the offset after the newest record that is known to have a result
   * @param newest partitions for which this is the newest of all results
   * @param unreadable topics of results that the sieve has no right to read
   */
  record Results(
      Map<TopicPartition, Long> next, Set<TopicPartition> newest, Set<String> unreadable) {}

  /** The group and its topics as the brokers know them. */
  interface Group {

    /** The partitions of a topic. */
    Set<TopicPartition> partitions(String topic);

    /** The first offset of each partition. */
    Map<TopicPartition, Long> begins(Set<TopicPartition> partitions);

    /** The offset after the last record of each partition, committed or not. */
    Map<TopicPartition, Long> ends(Set<TopicPartition> partitions);

    /**
     * The offsets that the group has committed.
     *
     * @return by partition, the offset, or empty if there is certainly none; partitions whose
     *     offset is in an open transaction are missing
     */
    Map<TopicPartition, Optional<Committed>> committed(Set<TopicPartition> partitions);

    /**
     * Where the topic in which the brokers keep the group's offsets has an open transaction, or
     * empty if it has none, or access is denied.
     */
    Map<TopicPartition, Long> pending();

    /**
     * Up to which inputs there are results.
     *
     * @param byHand offsets that a person has set
     */
    Results results(Map<TopicPartition, Committed> byHand);

    /**
     * The last record within lanes that is known to have a result.
     *
     * @param from offset at which to begin
     */
    Optional<Long> lastWithResult(TopicPartition at, long from);

    /** Whether a lane that several tasks share has certainly decided on a page. */
    boolean hasDecided(int lane);

    /** The first record of a range that needs a result, has none, and was not set aside. */
    Optional<Long> withoutResult(TopicPartition at, long from, long to);

    /**
     * Checks that the stores can be restored.
     *
     * @param read up to where the group has read
     * @param begun see {@link OffsetGuard#check}
     * @throws SieveException if a store cannot be restored
     */
    void ensureState(Map<TopicPartition, Committed> read, Results results, Set<Integer> begun);
  }

  private final SieveConfig config;
  private final TopicNames topics;
  private final Group group;
  private final Runnable pause;
  private final OffsetText text;

  OffsetGuard(SieveConfig config, Group group) {
    this(config, group, () -> LockSupport.parkNanos(LOOK_EVERY.toNanos()));
  }

  /**
   * @param pause waits between two checks
   */
  OffsetGuard(SieveConfig config, Group group, Runnable pause) {
    this.config = config;
    this.topics = config.topics();
    this.group = group;
    this.pause = pause;
    this.text = new OffsetText(config);
  }

  /**
   * Checks repeatedly until the answer is certain.
   *
   * @param begun the tasks of the index that have looked up a page
   * @throws SieveException if offsets or records are gone, or a transaction does not end
   * @throws SettingsException if the topics hold the results of another group
   */
  void check(Set<Integer> begun) {
    Set<TopicPartition> all = new LinkedHashSet<>();
    if (topics.ownLog()) {
      all.addAll(group.partitions(topics.pages()));
    }
    topics.betweenSteps().forEach(topic -> all.addAll(group.partitions(topic)));
    Map<TopicPartition, Committed> read = new HashMap<>();
    group.committed(all).forEach((at, offset) -> offset.ifPresent(known -> read.put(at, known)));
    Map<TopicPartition, Committed> byHand = new HashMap<>(read);
    byHand.values().removeIf(offset -> !offset.byHand());
    Results results = group.results(byHand);
    if (!results.unreadable().isEmpty()) {
      LOG.warn("{}", text.unchecked(results.unreadable()));
    }
    addBegun(begun, results.next());
    Set<TopicPartition> unsure = new LinkedHashSet<>(all);
    int certain = 0;
    for (int look = 1; ; look++) {
      Map<TopicPartition, Long> begins = group.begins(unsure);
      Map<TopicPartition, Optional<Committed>> committed = group.committed(unsure);
      Map<TopicPartition, Long> ends = group.ends(unsure);
      Set<String> problems = new TreeSet<>();
      Set<TopicPartition> sure = new HashSet<>();
      committed.forEach(
          (at, offset) -> {
            Optional<String> problem =
                problem(at, offset, Offsets.of(at, begins), Offsets.of(at, ends), results);
            problem.ifPresentOrElse(problems::add, () -> sure.add(at));
            offset.ifPresent(known -> read.put(at, known));
          });
      boolean foreign = begun.isEmpty() && read.isEmpty() && !results.next().isEmpty();
      Optional<String> anew = verdictsAnew(committed, ends, results);
      anew.ifPresent(problems::add);
      sure.removeIf(at -> anew.isPresent() && at.topic().equals(topics.verdicts()));
      if (!problems.isEmpty() && ++certain == LOOKS_UNTIL_CERTAIN) {
        throw foreign
            ? new SettingsException(text.foreign(results.next().keySet().iterator().next()))
            : new SieveException(OffsetText.joined(problems));
      }
      unsure.removeAll(sure);
      // If there are no results yet, and the records fill no store, it does not matter that the
      // offset is in a transaction.
      unsure.removeIf(
          at ->
              !committed.containsKey(at)
                  && !results.next().containsKey(at)
                  && !fillsStore(at.topic()));
      if (problems.isEmpty()) {
        certain = 0;
        if (unsure.isEmpty()) {
          break;
        }
        if (look >= LOOKS_WHILE_PENDING) {
          throw new SieveException(
              text.pending(
                  unsure.iterator().next(),
                  LOOK_EVERY.multipliedBy(LOOKS_WHILE_PENDING),
                  group.pending()));
        }
      }
      pause.run();
    }
    group.ensureState(read, results, begun);
  }

  /** Whether the first record that is read from a topic fills a store. */
  private boolean fillsStore(String topic) {
    return topic.equals(topics.fingerprints())
        || topics.logs().contains(topic)
        || topic.equals(topics.lookedUp());
  }

  private void addBegun(Set<Integer> begun, Map<TopicPartition, Long> next) {
    Set<Integer> lanes = new HashSet<>();
    for (int task : begun) {
      int lane = config.indexTasks().lane(task);
      next.merge(new TopicPartition(topics.fingerprints(), lane), 1L, Math::max);
      next.merge(new TopicPartition(topics.lookedUp(), task), 1L, Math::max);
      lanes.add(lane);
    }
    lanes.removeIf(lane -> !group.hasDecided(lane));
    lanes.forEach(lane -> next.merge(new TopicPartition(topics.decidedOn(), lane), 1L, Math::max));
  }

  private Optional<String> problem(
      TopicPartition at, Optional<Committed> committed, long begin, long end, Results results) {
    long next = results.next().getOrDefault(at, 0L);
    boolean pages = at.topic().equals(topics.pages());
    if (next > end) {
      return Optional.of(text.anew(at, next, end));
    }
    if (committed.isEmpty()) {
      boolean own = topics.own().contains(at.topic());
      return next > 0
          ? Optional.of(text.gone(at))
          : Optional.of(text.removed(at, 0, begin)).filter(removed -> begin > 0 && own && !pages);
    }
    long offset = committed.get().offset();
    if (offset > end) {
      return Optional.of(text.anew(at, offset, end));
    }
    if (offset < begin) {
      return Optional.of(text.removed(at, offset, begin)).filter(removed -> !pages);
    }
    if (offset < next) {
      return Optional.of(text.back(at, offset, next));
    }
    if (pages && offset > begin && nothingMade(results)) {
      return group.withoutResult(at, begin, offset).map(first -> text.forward(at, offset, first));
    }
    return committed.get().byHand() ? byHand(at, offset, results) : Optional.empty();
  }

  /**
   * Whether no result was ever made: the offsets of a group were then set before its first run, by
   * a person or by a tool that mirrors groups.
   */
  private boolean nothingMade(Results results) {
    Set<TopicPartition> made = new HashSet<>(group.partitions(topics.unjudged()));
    made.addAll(group.partitions(topics.deadLetters()));
    return results.next().isEmpty() && group.ends(made).values().stream().allMatch(end -> end == 0);
  }

  private Optional<String> byHand(TopicPartition at, long offset, Results results) {
    if (topics.withinLanes().contains(at.topic())) {
      return group.lastWithResult(at, offset).map(last -> text.back(at, offset, last + 1));
    }
    Long next = results.next().get(at);
    return next == null || !results.newest().contains(at)
        ? Optional.empty()
        : group.withoutResult(at, next, offset).map(first -> text.forward(at, offset, first));
  }

  /**
   * The problem if a lane has decided on pages, but the topic of verdicts is empty and no offset in
   * it is committed: a lane's first result is in one transaction with its verdict.
   */
  private Optional<String> verdictsAnew(
      Map<TopicPartition, Optional<Committed>> committed,
      Map<TopicPartition, Long> ends,
      Results results) {
    String from = topics.decidedOn();
    Optional<TopicPartition> decided =
        results.next().keySet().stream().filter(at -> at.topic().equals(from)).findFirst();
    Set<TopicPartition> verdicts = group.partitions(topics.verdicts());
    return decided
        .filter(
            lane ->
                verdicts.stream()
                    .allMatch(
                        at ->
                            committed
                                    .getOrDefault(at, Optional.of(new Committed(0, false)))
                                    .isEmpty()
                                && Offsets.of(at, ends) == 0))
        .map(lane -> text.verdictsAnew(lane));
  }
}

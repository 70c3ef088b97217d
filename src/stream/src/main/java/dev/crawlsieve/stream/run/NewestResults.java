package dev.crawlsieve.stream.run;

import static java.util.stream.Collectors.toSet;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import dev.crawlsieve.stream.shard.PassedPages;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.LoggedFingerprints;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/**
 * Finds out up to which of its inputs a generation has results. The newest results tell:
 * fingerprints and verdicts name a page, verdicts and leaders a fingerprint, and routed pages a
 * verdict.
 *
 * <p>Not thread-safe.
 */
final class NewestResults {

  /**
   * This many offsets of each topic are enough if Kafka Streams has committed the group's offsets.
   */
  private static final long FEW = 200;

  /** This many offsets include results for all partitions of pages and for all lanes. */
  private static final long MANY = 10_000;

  /**
   * The most offsets of a topic, or of a partition of verdicts, that are read; this takes a few
   * seconds.
   */
  private static final long MOST = 400_000;

  /** The most dead letters that are read; fewer, since they hold whole pages. */
  private static final long LETTERS = 1_000;

  private final TopicNames topics;
  private final IndexTasks tasks;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, Set<TopicPartition>> partitions;
  private final Map<TopicPartition, Long> next = new HashMap<>();
  private final Set<TopicPartition> newest = new HashSet<>();
  private final Set<String> unreadable = new TreeSet<>();

  /** The origins of records that were recently set aside. */
  private final Set<String> letters = new HashSet<>();

  private final PassedPages passed;

  /**
   * @param consumer a consumer of committed records
   * @param partitions the partitions of each topic that exists
   */
  NewestResults(
      SieveConfig config,
      Consumer<byte[], byte[]> consumer,
      Map<String, Set<TopicPartition>> partitions) {
    this.topics = config.topics();
    this.tasks = config.indexTasks();
    this.passed = new PassedPages(config);
    this.consumer = consumer;
    this.partitions = partitions;
  }

  /**
   * Reads the newest results: a few, or as many as necessary for topics in which a person has set
   * offsets.
   *
   * @param changelog name of the index's changelog
   */
  Results read(Map<TopicPartition, Committed> byHand, String changelog) {
    Set<String> set = byHand.keySet().stream().map(TopicPartition::topic).collect(toSet());
    boolean within = set.stream().anyMatch(topics.withinLanes()::contains);
    boolean decided = within || set.contains(topics.fingerprints());
    read(topics.verdicts(), decided, this::ofVerdict);
    if (topics.ownLog()) {
      read(topics.fingerprints(), set.contains(topics.pages()), this::ofLog);
    }
    passed.topics().forEach(topic -> read(topic, decided, this::onTheWay));
    newest.addAll(next.keySet());
    read(changelog, within, this::ofLeader);
    if (!byHand.isEmpty()) {
      readLetters();
    }
    byHand.forEach(
        (at, offset) -> {
          if (at.topic().equals(topics.pages())) {
            last(topics.unjudged(), at)
                .map(NewestResults::page)
                .ifPresent(page -> add(at, page.offset()));
          } else if (at.topic().equals(topics.verdicts())) {
            ofRouted(at, offset.offset());
          }
        });
    if (unreadable.contains(topics.unjudged())) {
      newest.removeIf(at -> at.topic().equals(topics.pages()));
    }
    return new Results(next, newest, unreadable);
  }

  private void read(
      String topic,
      boolean many,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    Set<TopicPartition> all = partitions.getOrDefault(topic, Set.of());
    long share = Math.max(1, MOST / Math.max(1, all.size()));
    CommittedRecords.newest(consumer, all, Math.min(share, many ? MANY : FEW), each);
  }

  private void add(TopicPartition at, long offset) {
    if (partitions.getOrDefault(at.topic(), Set.of()).contains(at)) {
      next.merge(at, offset + 1, Math::max);
    }
  }

  private void add(Coordinates page) {
    if (topics.ownLog()) {
      add(new TopicPartition(topics.pages(), page.partition()), page.offset());
    }
  }

  private void ofVerdict(ConsumerRecord<byte[], byte[]> record) {
    try {
      Verdict verdict = VerdictCodec.decode(record.value());
      if (verdict.source().partition() == record.partition()) {
        add(verdict.source());
        add(new TopicPartition(topics.fingerprints(), verdict.lane()), verdict.laneOffset());
        passed.decided(verdict.lane(), verdict.laneOffset());
      }
    } catch (UnreadableRecordException e) {
      // It becomes a dead letter, so nothing was made from it.
    }
  }

  private void ofLog(ConsumerRecord<byte[], byte[]> record) {
    if (LoggedFingerprints.isReadable(record)) {
      add(FingerprintCodec.source(record.value()));
    }
  }

  private void onTheWay(ConsumerRecord<byte[], byte[]> record) {
    passed
        .onTheWay(record)
        .ifPresent(
            page ->
                add(new TopicPartition(topics.fingerprints(), page.partition()), page.offset()));
  }

  private void ofLeader(ConsumerRecord<byte[], byte[]> record) {
    if (record.key().length != Long.BYTES + 1 || record.value() == null) {
      return;
    }
    try {
      ComparedPage leader = ComparedPage.wrap(record.value());
      int lane = tasks.lane(record.partition());
      add(new TopicPartition(topics.fingerprints(), lane), leader.laneOffset());
      add(leader.source());
      passed.decided(lane, leader.laneOffset());
      passed.held(record.partition(), leader.laneOffset());
    } catch (IndexException e) {
      // The restore of the index will report what is wrong with it.
    }
  }

  private Optional<ConsumerRecord<byte[], byte[]>> last(String topic, TopicPartition like) {
    try {
      return CommittedRecords.last(consumer, new TopicPartition(topic, like.partition()));
    } catch (TopicAuthorizationException e) {
      unreadable.add(topic); // the sieve does not need the right to read its own output
      return Optional.empty();
    }
  }

  private static Coordinates page(ConsumerRecord<byte[], byte[]> routed) {
    return Coordinates.parse(String.valueOf(RecordJson.header(routed, RoutedPage.PAGE)))
        .orElse(Coordinates.NONE);
  }

  /**
   * Looks up the verdicts on the newest pages in both outputs; if an output has no page left,
   * nothing is known.
   */
  private void ofRouted(TopicPartition at, long offset) {
    Set<Coordinates> routed = new HashSet<>();
    boolean known = true;
    for (String topic : List.of(topics.unique(), topics.duplicate())) {
      TopicPartition out = new TopicPartition(topic, at.partition());
      Optional<Coordinates> page = last(topic, at).map(NewestResults::page);
      page.ifPresent(routed::add);
      known &= page.isPresent() || Offsets.end(consumer, out) == 0;
    }
    long begin = Offsets.begin(consumer, at);
    long to = Offsets.end(consumer, at);
    long lowest = Math.max(Math.max(begin, offset - MANY), to - MOST);
    AtomicLong last = new AtomicLong(-1);
    while (!routed.isEmpty() && last.get() < 0 && to > lowest) {
      long from = Math.max(lowest, to - MANY);
      CommittedRecords.each(
          consumer,
          Map.of(at, new Range(from, to)),
          record ->
              verdict(record)
                  .filter(one -> routed.contains(one.source()))
                  .ifPresent(one -> last.set(record.offset())));
      to = from;
    }
    if (last.get() >= 0) {
      add(at, last.get());
      if (known) {
        newest.add(at);
      }
    }
  }

  private static Optional<Verdict> verdict(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(VerdictCodec.decode(record.value()));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** See {@link OffsetGuard.Group#withoutResult}. */
  Optional<Long> without(TopicPartition at, long from, long to) {
    return unreadable.contains(topics.deadLetters())
        ? Optional.empty()
        : CommittedRecords.find(consumer, Map.of(at, new Range(from, to)), this::needsOne)
            .map(ConsumerRecord::offset);
  }

  /** See {@link OffsetGuard.Group#lastWithResult}. Pages are in the order of the lane. */
  Optional<Long> lastWith(TopicPartition at, long from) {
    AtomicLong last = new AtomicLong(-1);
    CommittedRecords.find(
        consumer,
        Map.of(at, new Range(from, Offsets.end(consumer, at))),
        record -> {
          Optional<Boolean> left = passed.hasLeft(record);
          if (left.orElse(false)) {
            last.set(record.offset());
          }
          return !left.orElse(true);
        });
    return Optional.of(last.get()).filter(offset -> offset >= 0);
  }

  private boolean needsOne(ConsumerRecord<byte[], byte[]> record) {
    Coordinates place = new Coordinates(record.partition(), record.offset());
    if (letters.contains(record.topic() + "-" + place)
        || Forgetting.read(record.value()).isPresent()) {
      return false;
    }
    return !record.topic().equals(topics.verdicts())
        || verdict(record)
            .filter(one -> one.route() != Verdict.Route.NOWHERE)
            .filter(one -> !letters.contains(topics.pages() + "-" + one.source()))
            .isPresent();
  }

  private void readLetters() {
    try {
      CommittedRecords.newest(
          consumer,
          partitions.getOrDefault(topics.deadLetters(), Set.of()),
          LETTERS,
          letter ->
              letters.add(
                  RecordJson.header(letter, DeadLetters.TOPIC)
                      + "-"
                      + RecordJson.header(letter, DeadLetters.PARTITION)
                      + "@"
                      + RecordJson.header(letter, DeadLetters.OFFSET)));
    } catch (TopicAuthorizationException e) {
      unreadable.add(topics.deadLetters()); // as above
    }
  }
}

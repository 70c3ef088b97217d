package dev.crawlsieve.stream.run;

import static java.util.stream.Collectors.toSet;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.UnreadableRecordException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.topology.DeadLetters;
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
  private final int shards;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, Set<TopicPartition>> partitions;
  private final Map<TopicPartition, Long> next = new HashMap<>();
  private final Set<TopicPartition> newest = new HashSet<>();
  private final Set<String> unreadable = new TreeSet<>();

  /** The origins of records that were recently set aside. */
  private final Set<String> letters = new HashSet<>();

  /**
   * For each partition between shards, the offset in the lane after the newest page with a result.
   */
  private final Map<TopicPartition, Long> passed = new HashMap<>();

  /**
   * @param consumer a consumer of committed records
   * @param partitions the partitions of each topic that exists
   */
  NewestResults(
      SieveConfig config,
      Consumer<byte[], byte[]> consumer,
      Map<String, Set<TopicPartition>> partitions) {
    this.topics = config.topics();
    this.shards = Math.max(1, config.shards());
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
    boolean between = set.stream().anyMatch(topics.withinLanes()::contains);
    boolean decided = between || set.contains(topics.fingerprints());
    read(topics.verdicts(), decided, this::ofVerdict);
    if (topics.ownLog()) {
      read(topics.fingerprints(), set.contains(topics.pages()), this::ofLog);
    }
    if (topics.sharded()) {
      read(topics.lookups(), decided, this::ofTransit);
      read(topics.found(), decided, this::ofTransit);
    }
    newest.addAll(next.keySet());
    read(changelog, between, this::ofLeader);
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
        addDecided(verdict.lane(), verdict.laneOffset());
      }
    } catch (UnreadableRecordException e) {
      // It becomes a dead letter, so nothing was made from it.
    }
  }

  private void ofLog(ConsumerRecord<byte[], byte[]> record) {
    if (isFingerprint(record)) {
      add(FingerprintCodec.source(record.value()));
    }
  }

  /** Reads a page that has entered the lane and is between shards. */
  private void ofTransit(ConsumerRecord<byte[], byte[]> record) {
    try {
      boolean found = record.topic().equals(topics.found());
      int lane = found ? record.partition() : record.partition() / shards;
      long offset = ShardRecordCodec.query(record.value()).page().laneOffset();
      add(new TopicPartition(topics.fingerprints(), lane), offset);
      addLookedUp(lane, found ? shards : record.partition() % shards, offset);
    } catch (UnreadableRecordException e) {
      // As above.
    }
  }

  private void addDecided(int lane, long offset) {
    if (topics.sharded()) {
      passed.merge(new TopicPartition(topics.found(), lane), offset + 1, Math::max);
      addLookedUp(lane, shards, offset);
    }
  }

  /** Records that a page of a lane has passed its first shards. */
  private void addLookedUp(int lane, int first, long offset) {
    for (int shard = 0; shard < first; shard++) {
      TopicPartition at = new TopicPartition(topics.lookups(), lane * shards + shard);
      passed.merge(at, offset + 1, Math::max);
    }
  }

  /** Whether a record of the log can be decided on. */
  static boolean isFingerprint(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.key() == null || record.value() == null) {
        return false;
      }
      FingerprintCodec.ensureReadable(record.value());
      return FingerprintCodec.source(record.value()).partition() >= 0;
    } catch (UnreadableFingerprintException e) {
      return false;
    }
  }

  private void ofLeader(ConsumerRecord<byte[], byte[]> record) {
    if (record.key().length != Long.BYTES + 1 || record.value() == null) {
      return;
    }
    try {
      ComparedPage leader = ComparedPage.wrap(record.value());
      int lane = record.partition() / shards;
      add(new TopicPartition(topics.fingerprints(), lane), leader.laneOffset());
      add(leader.source());
      addDecided(lane, leader.laneOffset());
      if (topics.sharded()) {
        TopicPartition dealt = new TopicPartition(topics.leaders(), record.partition());
        passed.merge(dealt, leader.laneOffset() + 1, Math::max);
      }
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
    long known = passed.getOrDefault(at, 0L);
    AtomicLong last = new AtomicLong(-1);
    Optional<?> unused =
        CommittedRecords.find(
            consumer,
            Map.of(at, new Range(from, Offsets.end(consumer, at))),
            record -> {
              Optional<Long> place = inLane(record);
              place.filter(one -> one < known).ifPresent(one -> last.set(record.offset()));
              return place.filter(one -> one >= known).isPresent();
            });
    return Optional.of(last.get()).filter(offset -> offset >= 0);
  }

  private Optional<Long> inLane(ConsumerRecord<byte[], byte[]> record) {
    try {
      return Optional.of(
          record.topic().equals(topics.leaders())
              ? ShardRecordCodec.leader(record.value()).record().laneOffset()
              : ShardRecordCodec.query(record.value()).page().laneOffset());
    } catch (UnreadableRecordException e) {
      return Optional.empty(); // as above
    }
  }

  private boolean needsOne(ConsumerRecord<byte[], byte[]> record) {
    Coordinates place = new Coordinates(record.partition(), record.offset());
    if (letters.contains(record.topic() + "-" + place)) {
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

package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.shard.KeptTicks;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.ShardTopics;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.IndexChangelog;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.DealtTopics;
import dev.crawlsieve.stream.topology.FeaturesHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Copies what a lane holds to the topic where it is held: its leaders in order, then the pages that
 * have entered and are not decided on.
 */
final class Gathering {

  private final SieveConfig old;
  private final DealtTopics topics;
  private final Connection connection;
  private final Map<TopicPartition, Long> committed;
  private final TransactedRecords out;
  private final LongConsumer progress;
  private long leaders;
  private long held;
  private long pages;
  private long firstPage;

  /**
   * @param old settings with the number of shards until now
   * @param committed the group's offsets
   * @param progress receives the number of leaders held so far, often
   */
  Gathering(
      SieveConfig old,
      Map<TopicPartition, Long> committed,
      TransactedRecords out,
      LongConsumer progress) {
    this.old = old;
    this.topics = new DealtTopics(old);
    this.connection = new Connection(old);
    this.committed = committed;
    this.out = out;
    this.progress = progress;
  }

  /**
   * Copies a lane.
   *
   * @throws SieveException if a leader is missing, or pages on their way could be decided otherwise
   */
  ReshardPlan.LanePlan lane(int lane) {
    boolean begun = begun(lane);
    leaders = 0;
    held = 0;
    pages = 0;
    firstPage = -1;
    List<byte[]> times = new ArrayList<>();
    byte[] entered = null;
    if (begun) {
      times.addAll(times(lane));
      KeptTicks ticks = ticks(times);
      leaders(lane, ticks.firstAlive());
      entered = entered(lane, times);
      pages(lane);
      ensureSameTick(lane, ticks, entered);
    }
    return new ReshardPlan.LanePlan(begun, leaders, held, pages, firstPage, times, entered);
  }

  /**
   * Whether pages of the lane have entered. Offsets that are lost must not look like a new lane.
   */
  private boolean begun(int lane) {
    TopicPartition log = new TopicPartition(old.topics().fingerprints(), lane);
    int shards = Math.max(1, old.shards());
    if (!committed.containsKey(log)) {
      for (int shard = 0; shard < shards; shard++) {
        ensureEmpty(new TopicPartition(topics.index(), lane * shards + shard), log);
      }
      return false;
    }
    TopicPartition found = new TopicPartition(old.topics().shards().found(), lane);
    if (old.shards() > 0 && !committed.containsKey(found)) {
      ensureEmpty(new TopicPartition(topics.recent().get(0), lane), found);
    }
    return true;
  }

  private void ensureEmpty(TopicPartition changelog, TopicPartition log) {
    try (PartitionCursor records = new PartitionCursor(connection, changelog, -1)) {
      if (records.next() != null) {
        throw new SieveException(
            "the changelog '"
                + changelog
                + "' has records, but the group '"
                + old.applicationId()
                + "' has no offset in '"
                + log
                + "': see docs/operations.md, \"After a long time away\"");
      }
    }
  }

  private KeptTicks ticks(List<byte[]> times) {
    return KeptTicks.of(
        times.isEmpty()
            ? List.of(LaneTime.start(old.rule()))
            : times.stream().map(time -> LaneTime.decode(time, old.rule())).toList());
  }

  /**
   * The last time of each shard, or of the lane; none where nothing expires or nothing is decided.
   */
  private List<byte[]> times(int lane) {
    if (!old.rule().expires()) {
      return List.of();
    }
    List<byte[]> times = new ArrayList<>();
    List<String> of = old.shards() == 0 ? List.of(topics.index()) : topics.recent();
    for (String changelog : of) {
      byte[] last = lastTime(new TopicPartition(changelog, lane));
      if (last != null) {
        times.add(last);
      }
    }
    if (!times.isEmpty() && times.size() < of.size()) {
      throw new SieveException(
          "only " + times.size() + " of " + of.size() + " shards of lane " + lane + " have a time");
    }
    return times;
  }

  private byte[] entered(int lane, List<byte[]> times) {
    if (!old.rule().expires()) {
      return null;
    }
    return old.shards() == 0
        ? times.stream().findFirst().orElse(null)
        : lastTime(new TopicPartition(topics.entered(), lane));
  }

  private byte[] lastTime(TopicPartition changelog) {
    byte[] last = null;
    try (PartitionCursor records = new PartitionCursor(connection, changelog, -1)) {
      ConsumerRecord<byte[], byte[]> next = records.next();
      for (; next != null; next = records.next()) {
        last = IndexChangelog.isTime(next) ? next.value() : last;
      }
    }
    return last;
  }

  private void leaders(int lane, long firstAlive) {
    int shards = Math.max(1, old.shards());
    List<ShardLeaders> sources = new ArrayList<>();
    try {
      for (int shard = 0; shard < shards; shard++) {
        List<TopicPartition> changelogs = new ArrayList<>();
        changelogs.add(new TopicPartition(topics.index(), lane * shards + shard));
        if (old.shards() > 0) {
          changelogs.add(new TopicPartition(topics.recent().get(shard), lane));
        }
        sources.add(new ShardLeaders(connection, changelogs));
      }
      for (int next = first(sources);
          sources.get(next).ordinal() != Long.MAX_VALUE;
          next = first(sources)) {
        long ordinal = sources.get(next).ordinal() * shards + next;
        ensureNoGap(lane, ordinal, firstAlive);
        byte[] stored = sources.get(next).take();
        leaders = ordinal + 1;
        if (ordinal >= firstAlive) {
          hold(lane, ordinal, stored);
          progress.accept(++held);
        }
      }
    } finally {
      sources.forEach(ShardLeaders::close);
    }
    // All leaders up to here have expired, and their records are gone.
    leaders = firstAlive == Long.MAX_VALUE ? leaders : Math.max(leaders, firstAlive);
  }

  /** The shard whose next leader was kept first. */
  private static int first(List<ShardLeaders> sources) {
    int first = 0;
    for (int shard = 1; shard < sources.size(); shard++) {
      if (sources.get(shard).ordinal() < sources.get(first).ordinal()) {
        first = shard;
      }
    }
    return first;
  }

  private void ensureNoGap(int lane, long ordinal, long firstAlive) {
    if (ordinal > leaders && leaders < firstAlive && ordinal <= firstAlive) {
      return; // what is between has expired
    }
    if (ordinal != leaders) {
      throw new SieveException(
          "the changelogs of lane "
              + lane
              + " continue with kept page "
              + ordinal
              + " instead of "
              + leaders
              + ": one of them has lost records. 'replay --into PREFIX' decides the pages again");
    }
  }

  private void hold(int lane, long ordinal, byte[] stored) {
    byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(ordinal).array();
    out.write(new ProducerRecord<>(topics.held(), lane, key, stored));
  }

  /** Each page on its way is unread in one partition, the first of them at the end of the way. */
  private void pages(int lane) {
    if (old.shards() == 0) {
      return;
    }
    ShardTopics between = old.topics().shards();
    pages(lane, new TopicPartition(between.found(), lane));
    for (int shard = old.shards() - 1; shard >= 0; shard--) {
      pages(lane, new TopicPartition(between.lookups(), lane * old.shards() + shard));
    }
  }

  private void pages(int lane, TopicPartition at) {
    try (PartitionCursor unread =
        new PartitionCursor(connection, at, committed.getOrDefault(at, -1L))) {
      ConsumerRecord<byte[], byte[]> next = unread.next();
      for (; next != null; next = unread.next()) {
        LaneQuery page = ShardRecordCodec.query(next.value()).anew();
        out.write(
            new ProducerRecord<>(
                topics.held(),
                lane,
                null,
                null,
                ShardRecordCodec.encode(page),
                FeaturesHeader.carried(next.headers())));
        firstPage = pages == 0 ? page.page().laneOffset() : firstPage;
        pages++;
      }
    } catch (UnreadableShardRecordException e) {
      throw new SieveException(
          "a record of '"
              + at
              + "' cannot be read: "
              + e.getMessage()
              + ". Start an instance, which sets it aside, and then try again",
          e);
    }
  }

  /**
   * Pages on their way are looked up again. Leaders that have expired for the last of them may
   * already be gone, and must not be alive for the first.
   */
  private void ensureSameTick(int lane, KeptTicks ticks, byte[] entered) {
    if (pages > 0 && ticks.begun() && LaneTime.decode(entered, old.rule()).tick() != ticks.tick()) {
      throw new SieveException(
          pages
              + " pages of lane "
              + lane
              + " are between shards, and kept pages expire from one of them to the next"
              + " (index.retention): start the instances, and stop them when no page is on its way");
    }
  }
}

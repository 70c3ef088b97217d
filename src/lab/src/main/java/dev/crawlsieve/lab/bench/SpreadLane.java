package dev.crawlsieve.lab.bench;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.lab.bench.process.Member;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.lab.bench.process.Restores;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.run.StreamsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/**
 * A lane that is decided by several processes: one for each shard, and at least one more than there
 * are standbys.
 */
final class SpreadLane implements AutoCloseable {

  /** The hidden command that each process runs. */
  static final String COMMAND = "lane-member";

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** A killed process is missed only after {@code session.timeout.ms}, 45 s by default. */
  private static final Duration STALLED_AFTER = Duration.ofMinutes(5);

  private final SieveConfig config;
  private final Path folder;
  private final Runnable stopCheck;
  private final Connection connection;
  private final CommittedCount committed;
  private final List<Member> members = new ArrayList<>();
  private final long lastDigested;
  private final HashStream64 digest = Hashing.xxh3_64().hashStream();
  private long digested;
  private long duplicates;
  private final Stall stall = new Stall(STALLED_AFTER);
  private long verdicts;

  /**
   * @param settings those of the lane, whose topics exist
   * @param heap maximum heap size of each process, as in {@code -Xmx}
   * @param pages number of pages whose verdicts are digested
   * @param folder for state, logs and temporary files
   * @param stopCheck called often; throws to stop the work
   */
  SpreadLane(
      Map<String, String> settings,
      String heap,
      Program program,
      long pages,
      Path folder,
      Runnable stopCheck) {
    this.config = SieveConfig.of(settings);
    this.folder = folder;
    this.stopCheck = stopCheck;
    this.lastDigested = pages;
    this.connection = new Connection(config);
    this.committed =
        new CommittedCount(connection, List.of(config.topics().verdicts()), this::digest);
    try {
      Path temporary = Files.createDirectories(folder.resolve("tmp"));
      int standbys = StreamsSettings.of(config).getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG);
      for (int i = 0; i < Math.max(config.shards(), 1 + standbys); i++) {
        List<String> command =
            program.java(heap, temporary, List.of("-XX:+UseParallelGC", Restores.LOGGED));
        command.addAll(List.of("bench", COMMAND));
        Map<String, String> own = new TreeMap<>(settings);
        own.put(TopicsConfig.STATE_DIR_CONFIG, state(i).toString());
        command.addAll(Program.arguments(own));
        members.add(new Member(name(i), folder.resolve(name(i) + ".log"), () -> command));
      }
    } catch (IOException e) {
      throw new SieveException("the folder for processes cannot be made: " + e, e);
    }
  }

  private void digest(ConsumerRecord<byte[], byte[]> next) {
    if (digested < lastDigested) {
      digested++;
      Verdict verdict = decode(next.value());
      digest.putByteArray(VerdictCodec.encode(verdict.withoutWork()));
      duplicates += verdict.decision() == Verdict.Decision.DUPLICATE ? 1 : 0;
    }
  }

  private static Verdict decode(byte[] verdict) {
    try {
      return VerdictCodec.decode(verdict);
    } catch (UnreadableVerdictException e) {
      throw new SieveException("a verdict cannot be read: " + e.getMessage(), e);
    }
  }

  /** How many of the digested verdicts are on duplicates. */
  long duplicates() {
    return duplicates;
  }

  /** A hash of the first verdicts and their order. */
  long digest() {
    return digest.getAsLong();
  }

  private static String name(int member) {
    return "member-" + member;
  }

  private Path state(int member) {
    return folder.resolve("state-" + member);
  }

  void start() {
    members.forEach(Member::start);
  }

  /** Number of pages decided and committed. */
  long verdicts() {
    return verdicts;
  }

  /**
   * Waits until this many pages are decided.
   *
   * @param told receives often how many are
   */
  void awaitVerdicts(long count, Consumer<Long> told) {
    while (look() < count) {
      told.accept(verdicts);
    }
  }

  /**
   * Waits a moment, and returns how many pages are decided.
   *
   * @throws SieveException if a process has ended, or nothing makes progress any more
   */
  long look() {
    LockSupport.parkNanos(LOOK_EVERY.toNanos());
    stopCheck.run();
    for (Member member : members) {
      if (member.revive()) {
        throw new SieveException(member.name() + " ended by itself: " + member.lastWords());
      }
    }
    verdicts = committed.read();
    if (stall.stands(verdicts)) {
      throw new SieveException(
          "no page was decided for "
              + STALLED_AFTER.toMinutes()
              + " minutes; "
              + members.get(0).name()
              + " says: "
              + members.get(0).lastWords());
    }
    return verdicts;
  }

  /** The process that has the last shard, or the whole lane. */
  int ofLastShard() {
    TopicPartition last =
        config.shards() == 0
            ? new TopicPartition(config.topics().fingerprints(), 0)
            : new TopicPartition(config.topics().shards().lookups(), config.shards() - 1);
    try (Admin admin = connection.admin()) {
      String group = config.applicationId();
      for (MemberDescription member :
          connection
              .await(admin.describeConsumerGroups(List.of(group)).all())
              .get(group)
              .members()) {
        if (member.assignment().topicPartitions().contains(last)) {
          for (int i = 0; i < members.size(); i++) {
            if (member.clientId().contains(process(i))) {
              return i;
            }
          }
        }
      }
    }
    throw new SieveException("no process has " + last);
  }

  /** The id by which Kafka Streams names the clients of a process; it is kept with the state. */
  private String process(int member) {
    Path file =
        state(member).resolve(config.applicationId()).resolve("kafka-streams-process-metadata");
    try {
      return RecordJson.JSON.readTree(file.toFile()).required("processId").asText();
    } catch (IOException e) {
      throw new SieveException(file + " cannot be read: " + e, e);
    }
  }

  /** How a process ends. */
  enum End {
    /** Killed, with all that is on its disk. */
    LOST,
    /** Killed. */
    KILLED,
    /** Asked to stop. */
    STOPPED
  }

  /** Ends a process and starts it again. */
  void end(int member, End end) {
    try {
      if (end == End.STOPPED) {
        boolean unused = members.get(member).stop();
      } else {
        members.get(member).kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
    if (end == End.LOST) {
      Folders.remove(state(member));
    }
    members.get(member).start();
  }

  /** Number of records restored since the beginning, by all processes. */
  long restored() {
    return Restores.of(members.stream().map(Member::log).toList()).records();
  }

  /** Kills all processes. */
  @Override
  public void close() {
    try {
      members.forEach(Member::close);
    } finally {
      committed.close();
    }
  }
}

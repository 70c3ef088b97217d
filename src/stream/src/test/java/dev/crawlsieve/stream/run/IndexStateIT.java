package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.store.FolderCopies;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The index of a lane across stops: data on disk is reused, lost data is restored. */
final class IndexStateIT {

  private static final int PAGES = 600;

  /** What may have become of files; {@code DamagedIndexTest} has many more. */
  private enum Damage {
    NO_TABLES(".*[.]sst", false),
    EMPTY_TABLES(".*[.]sst", true),
    NO_MANIFEST("MANIFEST-.*", false),
    EMPTY_CURRENT("CURRENT", true);

    private final String names;
    private final boolean empties;

    Damage(String names, boolean empties) {
      this.names = names;
      this.empties = empties;
    }

    boolean isOf(Path file) {
      return file.getFileName().toString().matches(names);
    }
  }

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();
  private SieveConfig config;
  private long pages;

  @BeforeEach
  void startBroker() throws Exception {
    config =
        SieveConfig.of(
            Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "state.dir", folder.resolve("unused").toString(),
                "partitions", "1",
                "detector", "simhash",
                // small enough for tables to go to disk
                "index.memory.bytes", "65536"));
    Topics.create(config);
  }

  @Tag("slow")
  @Test
  void shouldUseWhatACleanStopLeftAndRestoreWhatIsLost() throws Exception {
    assertThat(run("first", PAGES)).as("nothing to restore yet").isZero();
    assertThat(run("first", PAGES)).as("restored after a clean stop").isZero();
    // another folder stands for a machine that has never had the lane
    assertThat(run("second", PAGES)).as("restored without a state").isPositive();

    List<ConsumerRecord<byte[], byte[]>> verdicts =
        Committed.records(config, config.topics().verdicts());
    assertThat(verdicts).hasSize(3 * PAGES);
    // each run had the pages of the first again
    for (int i = PAGES; i < verdicts.size(); i++) {
      assertThat(new String(verdicts.get(i).value(), UTF_8)).contains("\"decision\":\"duplicate\"");
    }
  }

  @Test
  void shouldGoOnFromTheLastCommitAfterAKill() throws Exception {
    assertThat(run("first", PAGES)).isZero();
    try (KafkaStreams streams = start("first", new AtomicLong())) {
      produce(PAGES, PAGES);
      awaitVerdicts(pages);
      // its files as they are now: what a killed process leaves
      FolderCopies.copy(folder.resolve("first"), folder.resolve("killed"));
      leave(streams);
    }
    // the pages since the last time that anything was written to disk, at most
    assertThat(run("killed", PAGES)).isLessThanOrEqualTo(PAGES + 100L);

    List<ConsumerRecord<byte[], byte[]>> verdicts =
        Committed.records(config, config.topics().verdicts());
    assertThat(verdicts).hasSize(3 * PAGES);
    for (int i = 2 * PAGES; i < verdicts.size(); i++) {
      assertThat(new String(verdicts.get(i).value(), UTF_8)).contains("\"decision\":\"duplicate\"");
    }
  }

  @Test
  void shouldRestoreWhatIsDamaged() throws Exception {
    assertThat(run("first", PAGES)).isZero();
    for (Damage damage : Damage.values()) {
      try (Stream<Path> files = Files.walk(folder.resolve("first"))) {
        for (Path file : files.filter(damage::isOf).toList()) {
          if (damage.empties) {
            Files.write(file, new byte[0]);
          } else {
            Files.delete(file);
          }
        }
      }
      assertThat(run("first", PAGES)).as(damage.name()).isGreaterThanOrEqualTo(PAGES);
    }

    List<ConsumerRecord<byte[], byte[]>> verdicts =
        Committed.records(config, config.topics().verdicts());
    assertThat(verdicts).hasSize((1 + Damage.values().length) * PAGES);
    for (int i = PAGES; i < verdicts.size(); i++) {
      assertThat(new String(verdicts.get(i).value(), UTF_8)).contains("\"decision\":\"duplicate\"");
    }
  }

  @Tag("slow")
  @Test
  void shouldTakeOverFromAStandbyWithoutRestoringAll() throws Exception {
    AtomicLong restored = new AtomicLong();
    try (KafkaStreams one = start("one", restored);
        KafkaStreams two = start("two", restored)) {
      produce(PAGES);
      awaitVerdicts(PAGES);
      await().until(() -> caughtUp(one, two) || caughtUp(two, one));
      KafkaStreams active = decides(one) ? one : two;
      KafkaStreams standby = active == one ? two : one;
      restored.set(0);
      leave(active);
      produce(PAGES);
      awaitVerdicts(2L * PAGES);
      assertThat(decides(standby)).isTrue();
      assertThat(restored.get()).as("restored at the takeover").isLessThan(PAGES / 2);
    }
  }

  /**
   * Whether one instance decides and the standby of the other has all that was decided. Whatever
   * the standby has loaded need not be all of it: it may have decided itself before the lane moved.
   */
  private boolean caughtUp(KafkaStreams active, KafkaStreams standby) {
    if (!decides(active) || decides(standby) || !stands(standby)) {
      return false;
    }
    List<ConsumerRecord<byte[], byte[]>> changes =
        Committed.records(config, config.applicationId() + "-index-changelog");
    long last = changes.get(changes.size() - 1).offset();
    return standby.allLocalStorePartitionLags().values().stream()
        .anyMatch(lags -> lags.get(0).currentOffsetPosition() > last);
  }

  private static boolean decides(KafkaStreams streams) {
    return streams.state() == KafkaStreams.State.RUNNING
        && streams.metadataForLocalThreads().stream()
            .anyMatch(thread -> !thread.activeTasks().isEmpty());
  }

  private static boolean stands(KafkaStreams streams) {
    return streams.metadataForLocalThreads().stream()
        .anyMatch(thread -> !thread.standbyTasks().isEmpty());
  }

  private static void leave(KafkaStreams streams) {
    streams.close(
        CloseOptions.timeout(Duration.ofSeconds(30))
            .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
  }

  /** Runs until this many more pages are decided; returns the number of records restored. */
  private long run(String state, int more) throws Exception {
    AtomicLong restored = new AtomicLong();
    try (KafkaStreams streams = start(state, restored)) {
      produce(more);
      awaitVerdicts(pages);
      leave(streams);
    }
    return restored.get();
  }

  private KafkaStreams start(String state, AtomicLong restored) {
    Map<String, Object> settings = new HashMap<>(StreamsSettings.of(config).originals());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve(state).toString());
    settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 1);
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
    KafkaStreams streams =
        new KafkaStreams(
            new SieveTopology(config, Wings.ALL, null).lane(), new StreamsConfig(settings));
    streams.setGlobalStateRestoreListener(new Counter(restored));
    streams.start();
    return streams;
  }

  private void awaitVerdicts(long count) {
    Committed.await(config, count, config.topics().verdicts());
  }

  /** Produces pages with the same URLs and texts at every call, as if they were fetched again. */
  private void produce(int count) throws Exception {
    produce(0, count);
  }

  /** Produces the pages of such numbers. */
  private void produce(int from, int count) throws Exception {
    Future<RecordMetadata> last = null;
    try (KafkaProducer<byte[], byte[]> producer = LaneFingerprints.producer(config)) {
      for (int i = 0; i < count; i++) {
        last =
            producer.send(
                new ProducerRecord<>(
                    config.topics().fingerprints(),
                    LaneFingerprints.SCOPE,
                    LaneFingerprints.fingerprint(config, from + i, pages + i)));
      }
    }
    assertThat(last.get()).isNotNull();
    pages += count;
  }

  /** Counts restored records. */
  private record Counter(AtomicLong restored) implements StateRestoreListener {

    @Override
    public void onRestoreStart(TopicPartition at, String store, long from, long to) {}

    @Override
    public void onBatchRestored(TopicPartition at, String store, long to, long count) {
      restored.addAndGet(count);
    }

    @Override
    public void onRestoreEnd(TopicPartition at, String store, long total) {}
  }
}

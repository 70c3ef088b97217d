package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.broker.EmbeddedBroker;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.reshard.Reshard;
import dev.crawlsieve.stream.reshard.ReshardResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A generation that is dealt out to another number of shards again and again, in the middle of its
 * work, decides as one that never was, and has the same clusters.
 */
final class ReshardIT {

  private static final int PART = 400;
  private static final int[] SHARDS = {0, 4, 2, 0};
  private static final List<String> POLICY = List.of("canonical", "oldest", "shorter-url");

  private static final Reshard.Listener QUIET =
      new Reshard.Listener() {
        @Override
        public void step(String what) {}

        @Override
        public void moved(Progress progress) {}
      };

  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  private long onTheirWay;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void shouldDecideAsIfItHadNeverBeenDealtOutAnew() throws Exception {
    List<byte[]> pages = Crawl.varied(PART * (SHARDS.length - 1), 7);
    Generation one = Generation.of(settings("", 0));
    Topics.create(one.config());
    Topics.create(SieveConfig.of(settings("r", 0)));
    for (int i = 0; i < SHARDS.length; i++) {
      Generation now = Generation.of(settings("r", SHARDS[i]));
      boolean last = i == SHARDS.length - 1;
      if (!last) {
        one.produce(pages.subList(PART * i, PART * (i + 1)));
        run(one, PART * (i + 1));
      }
      int before = entered(now);
      try (SieveRunner runner = new SieveRunner(now.config())) {
        runner.start();
        if (last) {
          int unused = awaitRouted(now, PART * i);
          Map<String, JsonNode> clusters = PlainClusters.expected(one.config(), POLICY, 8);
          assertThat(clusters).hasSizeGreaterThan(50);
          await().until(() -> PlainClusters.told(now.config()).equals(clusters));
        } else {
          // What has entered is between shards when it stops, several commits from its verdict.
          await().pollInterval(Duration.ofMillis(50)).until(() -> entered(now) > before);
        }
        if (i == 0) {
          int all = awaitRouted(now, PART);
          assertThat(all).isEqualTo(PART);
          assertThatThrownBy(() -> new Reshard(settings("r", 0), 4).run(QUIET))
              .isInstanceOf(SieveException.class)
              .hasMessageContaining("stop all instances first");
        }
      }
      if (!last) {
        reshard(SHARDS[i], SHARDS[i + 1], i);
      }
    }

    Map<Long, String> expected = verdicts(one.config());
    assertThat(expected).hasSize(pages.size());
    Generation end = Generation.of(settings("r", SHARDS[SHARDS.length - 1]));
    assertThat(verdicts(end.config())).isEqualTo(expected);
    assertThat(end.routedOnce()).isEqualTo(one.pages());
    assertThat(onTheirWay).as("pages between shards when it was stopped").isPositive();
    assertThat(Committed.records(end.config(), "r.dead-letters")).isEmpty();
  }

  @Test
  void shouldLetKeptPagesExpireAsIfTheyHadNeverBeenDealtOutAnew() throws Exception {
    List<byte[]> pages = Crawl.varied(900, 9);
    Generation one = Generation.of(expiring("old", 0));
    Topics.create(one.config());
    Generation next = Generation.of(expiring("new", 0));
    Topics.create(next.config());
    Generation grouped = Generation.of(expiring("grouped", 3));
    Topics.create(grouped.config());
    int[] shards = {0, 3, 2};
    for (int i = 0; i < shards.length; i++) {
      produce(one.config(), pages.subList(300 * i, 300 * (i + 1)), 300 * i);
      run(one, 300 * (i + 1));
      next = Generation.of(expiring("new", shards[i]));
      run(next, 300 * (i + 1));
      if (i + 1 < shards.length) {
        ReshardResult result = new Reshard(expiring("new", shards[i]), shards[i + 1]).run(QUIET);
        assertThat(result.leaders()).as("some have expired").isBetween(1L, 120L);
      }
      if (shards[i] == 3) {
        run(grouped, 300 * (i + 1));
        ReshardResult unused = new Reshard(expiring("grouped", 3), 2).run(QUIET);
      }
    }
    assertThat(verdicts(next.config())).hasSize(900).isEqualTo(verdicts(one.config()));
    sameClusters(one, Generation.of(expiring("grouped", 2)));
    assertThatThrownBy(() -> new Reshard(expiring("new", 2), 0).run(QUIET))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("with index.retention");
  }

  private static void sameClusters(Generation one, Generation other) {
    try (SieveRunner first = new SieveRunner(one.config());
        SieveRunner second = new SieveRunner(other.config())) {
      first.start();
      second.start();
      int unused = awaitRouted(other, one.pages().size());
      await().untilAsserted(() -> assertThat(clusters(other)).isEqualTo(clusters(one)));
      assertThat(clusters(one).values()).anyMatch(last -> last.endsWith(" gone"));
      assertThat(clusters(one).values()).anyMatch(last -> last.endsWith("}"));
    }
  }

  /** The last record of each cluster. */
  private static Map<String, String> clusters(Generation generation) {
    Map<String, String> last = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> next :
        Committed.records(generation.config(), generation.config().topics().clusters())) {
      String value = next.value() == null ? "gone" : new String(next.value(), UTF_8);
      last.put(new String(next.key(), UTF_8), next.timestamp() + " " + value);
    }
    return last;
  }

  private Map<String, String> expiring(String prefix, int shards) {
    Map<String, String> settings = settings(prefix, shards);
    settings.put("index.retention", "100s");
    if (prefix.equals("old")) {
      settings.remove("pages.topic");
      settings.remove("fingerprints.topic");
    } else {
      settings.put("pages.topic", "old.pages");
      settings.put("fingerprints.topic", "old.fingerprints");
    }
    return settings;
  }

  /** A page a second. */
  private static void produce(SieveConfig config, List<byte[]> pages, int first) {
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      long second = first;
      for (byte[] page : pages) {
        long time = 1_700_000_000_000L + 1_000 * second++;
        Future<RecordMetadata> unused =
            producer.send(new ProducerRecord<>(config.topics().pages(), 0, time, null, page));
      }
    }
  }

  private void reshard(int from, int to, int round) {
    // Killed in one step after the other, then run to its end.
    for (String step : List.of("copying", "making", "dealing").subList(0, 1 + round % 3)) {
      assertThatThrownBy(() -> new Reshard(settings("r", from), to).run(failingAt(step)))
          .hasMessage("killed");
      try (SieveRunner runner = new SieveRunner(SieveConfig.of(settings("r", from)))) {
        assertThatThrownBy(runner::start)
            .isInstanceOf(SieveException.class)
            .hasMessageContaining("being dealt out to another number of shards");
      }
    }
    if (round % 3 > 0) {
      assertThatThrownBy(() -> new Reshard(settings("r", from), to + 1).run(QUIET))
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("first run 'reshard " + to + "' again");
    }
    ReshardResult result = new Reshard(settings("r", from), to).run(QUIET);
    assertThat(result.from()).isEqualTo(from);
    assertThat(result.to()).isEqualTo(to);
    assertThat(result.leaders()).isPositive();
    onTheirWay += result.pages();
    assertThat(result.resumed()).isEqualTo(round % 3 > 0);
    assertThat(new Reshard(settings("r", to), to).run(QUIET).already()).isTrue();
    try (SieveRunner runner = new SieveRunner(SieveConfig.of(settings("r", from)))) {
      assertThatThrownBy(runner::start)
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("index.shards was");
    }
  }

  private static Reshard.Listener failingAt(String step) {
    return new Reshard.Listener() {
      @Override
      public void step(String what) {
        if (what.startsWith(step)) {
          throw new IllegalStateException("killed");
        }
      }

      @Override
      public void moved(Progress progress) {}
    };
  }

  /** How many pages have entered, by the topic that they enter; without shards, are routed. */
  private static int entered(Generation generation) {
    return generation.config().shards() == 0
        ? generation.routed().size()
        : Committed.records(generation.config(), generation.config().topics().shards().lookups())
            .size();
  }

  private static void run(Generation generation, int pages) {
    try (SieveRunner runner = new SieveRunner(generation.config())) {
      runner.start();
      int unused = awaitRouted(generation, pages);
    }
  }

  private static int awaitRouted(Generation generation, int pages) {
    await().pollInterval(Duration.ofMillis(100)).until(() -> generation.routed().size() >= pages);
    return generation.routed().size();
  }

  /** Verdicts as they are on the topic, by the place of their fingerprint in the log. */
  private static Map<Long, String> verdicts(SieveConfig config) {
    Map<Long, String> verdicts = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      String verdict = new String(record.value(), UTF_8);
      long at = Long.parseLong(verdict.replaceFirst(".*\"laneOffset\":(\\d+).*", "$1"));
      String all = record.partition() + " " + verdict + " " + record.timestamp();
      assertThat(verdicts.put(at, all)).as("twice").isNull();
    }
    return verdicts;
  }

  private Map<String, String> settings(String prefix, int shards) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state" + prefix).toString());
    settings.put("partitions", "2");
    settings.put("replication.factor", "1");
    settings.put("index.memory.bytes", "1000000");
    settings.put("index.shards", String.valueOf(shards));
    if (!prefix.equals("new")) {
      settings.put("clusters.enabled", "true");
      settings.put("clusters.policy", String.join(",", POLICY));
      settings.put("clusters.members.max", "8");
    }
    if (prefix.equals("r")) {
      settings.put("streams.commit.interval.ms", "2000");
    }
    if (!List.of("old", "new", "grouped").contains(prefix)) {
      settings.put("dedup.keep", "policy");
    }
    if (!prefix.isEmpty()) {
      settings.put("topic.prefix", prefix);
      settings.put("pages.topic", "pages");
      settings.put("fingerprints.topic", "fingerprints");
    }
    return settings;
  }
}

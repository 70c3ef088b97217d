package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.measure.replay.QuietReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generations with shards decide on the log of one without: two instances, each killed in the
 * middle of its work, one with its disk. Their verdicts must be the same, their clusters those of a
 * plain pass, and every page must be routed once.
 */
final class ShardsIT {

  private static final int PAGES = 3_000;

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  @RegisterExtension final OneBroker broker = new OneBroker();

  @AfterEach
  void stopWhatWasStarted() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void shouldWriteTheVerdictsOfOneTaskAfterKills() throws Exception {
    Generation one = Generation.of(settings("one"));
    Topics.create(one.config());
    one.produce(Crawl.varied(PAGES, 11));
    one.runUntilRouted(PAGES);
    Map<Long, String> expected = verdicts(one.config());
    assertThat(expected).hasSize(PAGES);
    Map<String, JsonNode> clusters =
        PlainClusters.expected(one.config(), List.of("canonical", "oldest", "shorter-url"));
    assertThat(clusters).hasSizeGreaterThan(100);

    int shards = 4;
    String prefix = "n" + shards;
    Generation sharded = Generation.of(sharded(prefix, "a", shards));
    Topics.create(sharded.config());
    Process first = start(sharded(prefix, "a", shards));
    start(sharded(prefix, "b", shards));
    awaitVerdicts(sharded.config(), 300);
    kill(first);
    delete(folder.resolve(prefix + "-a"));
    Process again = start(sharded(prefix, "a", shards));
    awaitVerdicts(sharded.config(), PAGES / 2);
    kill(processes.get(processes.size() - 2));
    start(sharded(prefix, "b", shards));
    sharded.awaitRouted(PAGES);

    assertThat(verdicts(sharded.config())).isEqualTo(expected);
    await().until(() -> PlainClusters.told(sharded.config()).equals(clusters));
    awaitPurged(sharded.config());
    assertThat(sharded.routedOnce()).isEqualTo(one.pages());
    assertThat(Committed.records(sharded.config(), prefix + ".dead-letters")).isEmpty();
    VerdictAudit.Result audit =
        new VerdictAudit(ReplaySource.topics(sharded(prefix, "a", shards)), new QuietReplay())
            .run();
    assertThat(audit.shown()).isEmpty();
    assertThat(audit.equal()).isEqualTo(PAGES);
    kill(again);
    kill(processes.get(processes.size() - 1));
    refusesAnotherNumberOfShards();
  }

  private void refusesAnotherNumberOfShards() {
    for (int other : new int[] {0, 2}) {
      try (SieveRunner runner = new SieveRunner(SieveConfig.of(sharded("n4", "a", other)))) {
        assertThatThrownBy(runner::start)
            .isInstanceOf(SettingsException.class)
            .hasMessageContaining(
                "index.shards was 4, now " + (other == 0 ? "not set" : String.valueOf(other)));
      }
    }
  }

  /**
   * Verdicts by their place in the lane; how much work they were depends on where the index has
   * pages.
   */
  private static Map<Long, String> verdicts(SieveConfig config) throws Exception {
    Map<Long, String> verdicts = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Committed.records(config, config.topics().verdicts())) {
      String verdict =
          new String(record.value(), UTF_8).replaceFirst("\"compared\":\\d+", "\"compared\":0");
      long at = Long.parseLong(verdict.replaceFirst(".*\"laneOffset\":(\\d+).*", "$1"));
      String all = record.partition() + " " + new String(record.key(), UTF_8) + " " + verdict;
      assertThat(verdicts.put(at, all + " " + record.timestamp())).as("twice").isNull();
    }
    return verdicts;
  }

  /** What was read between shards is deleted, down to the last transaction's marker. */
  private static void awaitPurged(SieveConfig config) {
    try (GroupProgress group = new GroupProgress(config)) {
      for (String topic : config.topics().withinLanes()) {
        await().until(() -> group.taken(topic) == 0 && group.reached(topic) > 0);
      }
    }
  }

  private static void awaitVerdicts(SieveConfig config, int count) {
    Committed.await(config, count, config.topics().verdicts());
  }

  private Map<String, String> settings(String state) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve(state).toString());
    settings.put("partitions", "4");
    settings.put("replication.factor", "1");
    settings.put("index.memory.bytes", "500000");
    settings.put("clusters.enabled", "true");
    settings.put("clusters.policy", "canonical,oldest,shorter-url");
    settings.put("dedup.keep", "policy");
    settings.put("consumer.session.timeout.ms", "6000");
    settings.put("consumer.heartbeat.interval.ms", "1000");
    settings.put("producer.transaction.timeout.ms", "6000");
    return settings;
  }

  private Map<String, String> sharded(String prefix, String instance, int shards) {
    Map<String, String> settings = settings(prefix + "-" + instance);
    settings.put("topic.prefix", prefix);
    settings.put("pages.topic", "pages");
    settings.put("fingerprints.topic", "fingerprints");
    settings.put("index.shards", String.valueOf(shards));
    settings.put("streams.repartition.purge.interval.ms", "500");
    return settings;
  }

  private Process start(Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run"));
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    File log = folder.resolve("instances.log").toFile();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
    processes.add(process);
    return process;
  }

  private static void kill(Process process) throws InterruptedException {
    assertThat(process.isAlive()).isTrue();
    process.destroyForcibly().waitFor();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}

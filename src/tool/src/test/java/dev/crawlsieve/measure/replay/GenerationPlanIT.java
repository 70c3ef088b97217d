package dev.crawlsieve.measure.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.topics.TopicDescription;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new generation next to a live one, on a real broker. */
final class GenerationPlanIT {

  private static final Map<String, String> STRICT = Map.of("sketch.min.similarity", "0.97");

  @TempDir Path folder;
  private EmbeddedBroker broker;
  private Process process;

  @BeforeEach
  void startBroker() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
  }

  @AfterEach
  void stopBroker() {
    if (process != null) {
      process.destroyForcibly();
    }
    broker.close();
  }

  @Test
  void shouldDecideTheSameLogUnderOtherThresholdsAndTouchNothingElse() throws Exception {
    Generation live = live(Map.of(), 1_200);
    Map<TopicPartition, String> before = live.footprint();

    Generation strict = into("strict", STRICT, 1_200);

    assertThat(live.footprint()).isEqualTo(before);
    assertThat(strict.config().topics()).isEqualTo(strict(STRICT).config().topics());
    assertThat(strict.config().topics().ownLog()).isFalse();
    isComplete(strict, live);
    assertThat(unique(strict)).isGreaterThan(unique(live));
    assertThat(Topics.describe(live.config())).allMatch(TopicDescription::exists);
    assertThatThrownBy(
            () -> Topics.ensureExist(live.config(), List.of("strict.pages", "strict.fingerprints")))
        .hasMessageContaining("do not exist");

    Map<String, String> byPrefix =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "topic.prefix", "strict");
    assertThat(Topics.describe(byPrefix))
        .allMatch(TopicDescription::exists)
        .extracting(TopicDescription::name)
        .contains("pages", "fingerprints", "strict.verdicts");
    assertThat(Topics.create(byPrefix)).isEmpty();
    Map<String, String> clustered = new HashMap<>(byPrefix);
    clustered.put("clusters.enabled", "true");
    assertThat(Topics.create(clustered)).containsExactly("strict.clusters");
    assertThatThrownBy(() -> new SieveRunner(SieveConfig.of(byPrefix)).start())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("pages.topic was pages, now not set");

    assertThat(prepared("strict", STRICT).runSettings()).isEqualTo(strict.config().changed());

    assertThatThrownBy(() -> prepared("strict", Map.of("sketch.min.similarity", "0.9")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("sketch.min.similarity was 0.97, now 0.9");
    assertThatThrownBy(() -> new SieveRunner(strictOnPagesOfItsOwn()).start())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprints.topic was fingerprints, now not set");
  }

  @Test
  void shouldFollowTheLiveOneOnAnotherDisk() throws Exception {
    Generation live = live(Map.of(), 300);
    Map<String, String> run = new HashMap<>(into("strict", STRICT, 300).config().changed());

    live.produce(Crawl.pages(300, 99));
    run.put("state.dir", folder.resolve("elsewhere").toString());
    Generation strict = Generation.of(run);
    try (SieveRunner liveRunner = new SieveRunner(live.config())) {
      liveRunner.start();
      strict.runUntilRouted(600);
      live.awaitRouted(600);
    }
    isComplete(strict, live);
  }

  @Test
  void shouldTakeLanesAndScopeFromTheLogAndAskForTheSeed() throws Exception {
    Map<String, String> seed = Map.of("fingerprint.seed", "nobody guesses this one");
    Map<String, String> lanes = new HashMap<>(seed);
    lanes.putAll(Map.of("lanes", "3", "dedup.scope", "host"));
    Generation live = live(lanes, 1_500);

    assertThatThrownBy(() -> prepared("strict", STRICT))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprint.seed");
    Map<String, String> given = new HashMap<>(STRICT);
    given.putAll(seed);
    GenerationPlan plan = prepared("strict", given);
    assertThat(plan.properties()).doesNotContain("fingerprint.seed");
    Map<String, String> run = new HashMap<>(plan.runSettings());
    run.putAll(seed);
    Generation strict = Generation.of(run);
    strict.runUntilRouted(1_500);

    isComplete(strict, live);
    assertThat(strict.config().changed())
        .containsEntry("lanes", "3")
        .containsEntry("dedup.scope", "host");
    assertThat(unique(strict)).isLessThan(1_500);
  }

  @Test
  void shouldDecideTheSameOnAnotherNumberOfShards() throws Exception {
    Generation live = live(Map.of(), 600);

    Generation sharded = into("strict", Map.of("index.shards", "3"), 600);

    isComplete(sharded, live);
    assertThat(decisions(sharded)).isEqualTo(decisions(live));
    assertThat(sharded.config().changed()).containsEntry("index.shards", "3");
  }

  private static Map<String, Verdict> decisions(Generation generation) throws Exception {
    Map<String, Verdict> verdicts = generation.verdicts();
    verdicts.replaceAll((at, verdict) -> verdict.withoutWork());
    return verdicts;
  }

  @Test
  void shouldReadPagesAgainForOtherTextOrAnotherScope() throws Exception {
    Generation live = live(Map.of(), 600);
    Map<TopicPartition, String> before = live.footprint();

    Generation wide = into("wide", Map.of("text", "visible"), 600);
    assertThat(live.footprint()).isEqualTo(before);
    assertThat(wide.config().topics().ownLog()).isTrue();
    assertThat(wide.config().text().main()).isFalse();
    isComplete(wide, live);

    Generation byHost = into("hosts", Map.of("dedup.scope", "host", "lanes", "2"), 600);
    assertThat(byHost.config().topics().ownLog()).isTrue();
    isComplete(byHost, live);
    assertThat(byHost.verdicts().values()).extracting(Verdict::lane).contains(0, 1);

    // A generation on another's log can itself be a source.
    Generation third = into("third", Map.of("topic.prefix", "wide", "detector", "simhash"), 600);
    assertThat(third.config().topics().fingerprints()).isEqualTo("wide.fingerprints");
    assertThat(third.config().topics().pages()).isEqualTo("pages");
    isComplete(third, live);
  }

  @Test
  void shouldGoOnWhereItWasStoppedThoughItsStateIsLost() throws Exception {
    Generation live = live(Map.of(), 1_500);
    Map<String, String> slow = new HashMap<>(prepared("strict", STRICT).runSettings());
    slow.put("streams.max.poll.records", "50");
    Generation strict = strict(STRICT);
    try (SieveRunner runner = new SieveRunner(SieveConfig.of(slow))) {
      runner.start();
      strict.awaitRouted(runner, 100);
    }
    Folders.remove(folder.resolve("state").resolve("crawlsieve-strict"));

    isComplete(into("strict", STRICT, 1_500), live);
  }

  @Test
  void shouldGoOnWhereItWasKilled() throws Exception {
    Generation live = live(Map.of(), 4_000);
    Generation strict = strict(STRICT);
    process = inItsOwnProcess(strict);
    strict.awaitRouted(100);
    process.destroyForcibly().waitFor();
    // However late that was, something is left to be done.
    live.produce(Crawl.pages(300, 99));
    live.runUntilRouted(4_300);

    isComplete(into("strict", quick(STRICT), 4_300), live);
  }

  @Test
  void shouldDecideButNotRouteWhatRetentionHasTaken() throws Exception {
    Generation live = live(Map.of(), 800);
    Map<String, String> pages = live.pages();
    // Some of the first pages of the remaining log are gone, from either partition.
    List<Coordinates> left = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : Committed.records(live.config(), "fingerprints")) {
      if (record.offset() >= 40) {
        left.add(FingerprintCodec.decode(record.value()).source());
      }
    }
    Coordinates last = left.get(14);
    long gone =
        left.stream()
            .filter(at -> at.partition() == last.partition() && at.offset() <= last.offset())
            .count();
    delete(new TopicPartition("pages", last.partition()), last.offset() + 1);
    delete(new TopicPartition("fingerprints", 0), 40);

    Generation strict = Generation.of(prepared("strict", STRICT).runSettings());
    try (SieveRunner runner = new SieveRunner(strict.config())) {
      runner.start();
      strict.awaitRouted(runner, left.size() - (int) gone);
      Committed.await(strict.config(), runner, gone, "strict.dead-letters");
    }

    assertThat(strict.verdicts()).hasSize(left.size()).isEqualTo(strict.scanned());
    assertThat(Committed.records(strict.config(), "strict.dead-letters"))
        .hasSize((int) gone)
        .allMatch(
            letter ->
                RecordJson.header(letter, "crawlsieve.reason").contains("no longer on the topic"));
    Map<String, String> routed = strict.routedOnce();
    assertThat(routed).hasSize(left.size() - (int) gone);
    assertThat(pages).containsAllEntriesOf(routed);
  }

  @Test
  void shouldTakeWhatIsKeptAndDroppedFromTheLogUnlessAFileIsToCountForAllPages() throws Exception {
    Path file = overrides("1");
    Generation live = live(Map.of("overrides.file", file.toString()), 300);
    Generation strict = into("strict", STRICT, 300);
    assertThat(strict.config().topics().ownLog()).isFalse();
    isComplete(strict, live);
    assertThat(dropped(strict)).containsExactly("drop host host1.example");

    Map<String, String> given = new HashMap<>(STRICT);
    given.put("overrides.file", overrides("2").toString());
    assertThat(prepared("again", given).sentence())
        .startsWith("keep and drop of overrides.file are to count from the first page on: reading");
    Generation again = into("again", given, 300);
    isComplete(again, live);
    assertThat(dropped(again)).containsExactly("drop host host2.example");

    Map<String, String> run = new HashMap<>(strict.config().changed());
    run.put("overrides.file", file.toString());
    assertThatThrownBy(() -> new SieveRunner(SieveConfig.of(run)).start())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "put them into the overrides.file of the run that writes 'fingerprints'");
  }

  private Path overrides(String host) throws IOException {
    return Files.writeString(
        folder.resolve(host), "{\"drop\":{\"host\":\"host" + host + ".example\"}}");
  }

  /** What overrides have dropped, by which line. */
  private static List<String> dropped(Generation generation) throws Exception {
    return generation.verdicts().values().stream()
        .map(Verdict::overridden)
        .filter(Objects::nonNull)
        .map(overridden -> overridden.rule().text())
        .distinct()
        .toList();
  }

  @Test
  void shouldRefuseWhatCannotBe() throws Exception {
    Generation live = live(Map.of(), 50);
    for (String bad : List.of("", "a b", "über")) {
      assertThatThrownBy(() -> prepared(bad, Map.of())).isInstanceOf(SettingsException.class);
    }
    assertThatThrownBy(() -> prepared("strict", Map.of("topic.prefix", "strict")))
        .isInstanceOf(SettingsException.class)
        .hasMessage("a new generation needs a prefix of its own, not 'strict'");
    assertThatThrownBy(() -> prepared("strict", Map.of("topic.prefix", "nobody")))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("topic 'nobody.pages' does not exist");

    for (int partition = 0; partition < 4; partition++) {
      delete(new TopicPartition("pages", partition), -1);
    }
    assertThatThrownBy(() -> prepared("strict", STRICT))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("there is no page on 'pages'");
    assertThatThrownBy(() -> Topics.ensureExist(live.config(), List.of("strict.verdicts")))
        .hasMessageContaining("does not exist");
  }

  /**
   * Checks that every page is decided as by a scan of its log, and routed once, as it was produced.
   */
  private static void isComplete(Generation generation, Generation live) throws Exception {
    assertThat(generation.verdicts()).isEqualTo(generation.scanned());
    assertThat(generation.routedOnce()).isEqualTo(live.pages());
    assertThat(Committed.records(generation.config(), generation.config().topics().deadLetters()))
        .isEmpty();
  }

  private static long unique(Generation generation) throws Exception {
    return generation.verdicts().values().stream().filter(Verdict::kept).count();
  }

  /** A generation that has routed a synthetic crawl, and stopped. */
  private Generation live(Map<String, String> settings, int pages) {
    Generation live = Generation.of(settings(settings));
    Topics.create(live.config());
    live.produce(Crawl.pages(pages, 23));
    live.runUntilRouted(pages);
    return live;
  }

  /** A generation that was prepared and has routed so many pages. */
  private Generation into(String prefix, Map<String, String> settings, int pages) {
    Generation generation = Generation.of(prepared(prefix, settings).runSettings());
    generation.runUntilRouted(pages);
    return generation;
  }

  private GenerationPlan prepared(String prefix, Map<String, String> settings) {
    GenerationPlan plan = GenerationPlan.of(settings(settings), prefix);
    plan.createTopics();
    return plan;
  }

  /** The generation {@code strict} on the live one's log, as a user would configure it. */
  private Generation strict(Map<String, String> settings) {
    Map<String, String> all = settings(settings);
    all.put("topic.prefix", "strict");
    all.put("pages.topic", "pages");
    all.put("fingerprints.topic", "fingerprints");
    return Generation.of(all);
  }

  private SieveConfig strictOnPagesOfItsOwn() {
    Map<String, String> all = settings(STRICT);
    all.put("topic.prefix", "strict");
    all.put("pages.topic", "pages");
    Topics.create(SieveConfig.of(all));
    return SieveConfig.of(all);
  }

  private Map<String, String> settings(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("state.dir", folder.resolve("state").toString());
    all.put("replication.factor", "1");
    all.putAll(settings);
    return all;
  }

  /** Makes the group and the transactions of a killed process expire soon. */
  private static Map<String, String> quick(Map<String, String> settings) {
    Map<String, String> quick = new HashMap<>(settings);
    quick.put("consumer.session.timeout.ms", "6000");
    quick.put("consumer.heartbeat.interval.ms", "1000");
    quick.put("producer.transaction.timeout.ms", "6000");
    return quick;
  }

  private Process inItsOwnProcess(Generation generation) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.crawlsieve.tool.cli.Main", "run"));
    Map<String, String> settings = quick(generation.config().changed());
    settings.put("streams.max.poll.records", "50");
    settings.forEach((name, value) -> command.addAll(List.of("--set", name + "=" + value)));
    File log = folder.resolve("killed.log").toFile();
    Topics.create(generation.config());
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
  }

  /**
   * Deletes the records before an offset, as retention does.
   *
   * @param offset -1 for all
   */
  private void delete(TopicPartition partition, long offset) {
    Connection connection = new Connection(SieveConfig.of(settings(Map.of())));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all());
    }
  }
}

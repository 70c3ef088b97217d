package dev.crawlsieve.measure.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import dev.crawlsieve.tool.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares replays with a running topology's verdicts: for every setting, those of a generation of
 * its own.
 */
final class LogReplayIT {

  private static final int PAGES = 1_500;
  private static final SettingsGrid NOTHING = SettingsGrid.USUAL;

  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void sieveOnce() {
    broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
    SieveConfig config = SieveConfig.of(settings());
    Topics.create(config);
    try (KafkaProducer<byte[], byte[]> producer = producer(config)) {
      List<byte[]> pages = pages();
      for (int i = 0; i < PAGES; i++) {
        producer.send(new ProducerRecord<>(config.topics().pages(), i % 4, null, pages.get(i)));
      }
    }
    try (SieveRunner runner = new SieveRunner(config)) {
      runner.start();
      Committed.await(config, PAGES, config.topics().unique(), config.topics().duplicate());
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void shouldDecideUnderEverySettingAsTheRunningTopologyDoes() throws Exception {
    SettingsGrid grid =
        new SettingsGrid(
            Map.of(
                Threshold.DISTANCE, "0,16",
                Threshold.SIMILARITY, "0.2,0.55,0.9,1"),
            false);
    SweepReport report =
        new LogReplay(ReplaySource.topics(settings()), new QuietReplay())
            .sweep(grid, null, Overrides.NONE);
    assertThat(report.log().pages()).isEqualTo(PAGES);
    assertThat(report.log().undecided()).isZero();
    assertThat(report.settings()).hasSize(7);
    assertThat(report.settings().stream().map(SettingResult::kept).distinct().count())
        .as("settings that decide differently")
        .isGreaterThan(2);
    assertThat(report.settings().get(0).setting().inForce()).isTrue();
    assertThat(report.settings().get(0).diff().orElseThrow().sameOriginal())
        .isEqualTo(report.settings().get(0).dropped());
    for (int i = 1; i < report.settings().size(); i += 2) {
      SettingResult swept = report.settings().get(i);
      Collection<Verdict> ran = generation("setting" + i, swept.setting().settings());
      assertThat(ran.stream().filter(Verdict::kept).count())
          .as(swept.setting().text())
          .isEqualTo(swept.kept());
      assertThat(count(ran, Verdict.Kind.EXACT)).isEqualTo(swept.exact());
      assertThat(count(ran, Verdict.Kind.NEAR)).isEqualTo(swept.near());
      assertThat(count(ran, Verdict.Kind.REVISIT)).isEqualTo(swept.revisit());
      VerdictAudit.Result audit = audit(Map.of("topic.prefix", "setting" + i));
      assertThat(audit.equal()).isEqualTo(PAGES);
      assertThat(audit.differences()).isZero();
    }
  }

  @Test
  void shouldDrawDropsFromTheTopicsToJudge() throws Exception {
    Path html = folder.resolve("sample.html");
    List<Object> args =
        new ArrayList<>(List.of("evaluate", "--sample", 20, "--html", html, "--json"));
    settings().forEach((name, value) -> args.addAll(List.of("--set", name + "=" + value)));
    CommandRun run = CommandRun.of(args.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lastLine().path("pairs").asInt()).isEqualTo(20);
    assertThat(run.lastLine().path("gone").asInt()).isZero();
    assertThat(Jsoup.parse(Files.readString(html)).select("article .pair")).isNotEmpty();
  }

  @Test
  void shouldFindOneAlteredVerdictAndShowBothSides() {
    SieveConfig config = SieveConfig.of(settings());
    Map<String, String> tampered = new HashMap<>(settings());
    tampered.put("topic.prefix", "tampered");
    tampered.put("pages.topic", "pages");
    tampered.put("fingerprints.topic", "fingerprints");
    SieveConfig other = SieveConfig.of(tampered);
    Topics.create(other);
    List<ConsumerRecord<byte[], byte[]>> verdicts =
        Committed.records(config, config.topics().verdicts());
    String altered = "";
    try (KafkaProducer<byte[], byte[]> producer = producer(other)) {
      for (ConsumerRecord<byte[], byte[]> verdict : verdicts) {
        String said = new String(verdict.value(), UTF_8);
        if (altered.isEmpty() && said.contains("\"kind\":\"near\"")) {
          said = said.replaceFirst("\"distance\":\\d+", "\"distance\":63");
          altered = said;
        }
        producer.send(
            new ProducerRecord<>(
                other.topics().verdicts(),
                verdict.partition(),
                verdict.key(),
                said.getBytes(UTF_8)));
      }
    }
    assertThat(altered).isNotEmpty();
    VerdictAudit.Result audit =
        new VerdictAudit(ReplaySource.topics(tampered), new QuietReplay()).run();
    assertThat(audit.differences()).isEqualTo(1);
    assertThat(audit.equal()).isEqualTo(PAGES - 1);
    VerdictAudit.Shown shown = audit.shown().get(0);
    assertThat(shown.fault())
        .startsWith("tampered.verdicts-")
        .contains("not the verdict that the log yields");
    assertThat(shown.out().path("distance").asInt()).isEqualTo(63);
    assertThat(shown.expected().path("distance").asInt()).isLessThan(63);
    assertThat(shown.expected().path("url")).isEqualTo(shown.out().path("url"));
  }

  @Test
  void shouldMeasureAgainstLabels() throws Exception {
    Path truth = folder.resolve("truth.tsv");
    Files.writeString(
        truth,
        """
        https://host0.example/page/0\thttps://host1.example/page/1\t0
        https://host0.example/page/0\thttps://nowhere.example/\t1
        """);
    QuietReplay listener = new QuietReplay();
    SweepReport report =
        new LogReplay(ReplaySource.topics(settings()), listener)
            .sweep(NOTHING, truth, Overrides.NONE);
    assertThat(report.truthPairs()).isEqualTo(1);
    Counts counts = report.settings().get(0).truth().orElseThrow();
    assertThat(counts.trueNegatives() + counts.falsePositives()).isEqualTo(1);
    assertThat(listener.notes())
        .contains("skipped the pairs of 1 labelled page that is not in the log");
  }

  @Test
  void shouldRefuseSettingsThatTheLogWasNotMadeWith() {
    assertThatThrownBy(() -> replay("sketch.min.similarity", "0.9"))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(
            "sketch.min.similarity is 0.65 there, not 0.9. --set can only repeat");
    assertThatThrownBy(() -> replay("text", "visible"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("text is main there, not visible")
        .hasMessageContaining(
            "other settings of text need the pages again: 'sieve' them with another --out");
  }

  @Test
  void shouldSayThatALogIsMissingOrEmpty() {
    assertThatThrownBy(() -> replay("topic.prefix", "nowhere"))
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith("there is no log to replay: topic 'nowhere.fingerprints'");
    Map<String, String> empty = new HashMap<>(settings());
    empty.put("topic.prefix", "empty");
    Topics.create(SieveConfig.of(empty));
    assertThatThrownBy(() -> replay("topic.prefix", "empty"))
        .isInstanceOf(SieveException.class)
        .hasMessage("the log 'empty.fingerprints' is empty: no page has been fingerprinted");
  }

  @Test
  void shouldStartWhereRetentionHasCutTheLogAndPassOverOlderVersions() throws Exception {
    Map<String, String> cut = new HashMap<>(settings());
    cut.put("topic.prefix", "cut");
    SieveConfig config = SieveConfig.of(cut);
    Topics.create(config);
    List<ConsumerRecord<byte[], byte[]>> log =
        Committed.records(SieveConfig.of(settings()), "fingerprints");
    try (KafkaProducer<byte[], byte[]> producer = producer(config)) {
      for (int i = 0; i < log.size(); i++) {
        ConsumerRecord<byte[], byte[]> fingerprint = log.get(i);
        byte[] value = fingerprint.value().clone();
        value[0] = i % 700 == 650 ? (byte) 9 : value[0];
        producer.send(new ProducerRecord<>("cut.fingerprints", 0, fingerprint.key(), value));
      }
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .deleteRecords(
              Map.of(new TopicPartition("cut.fingerprints", 0), RecordsToDelete.beforeOffset(500)))
          .all()
          .get();
    }
    SweepReport report =
        new LogReplay(ReplaySource.topics(cut), new QuietReplay())
            .sweep(NOTHING, null, Overrides.NONE);
    assertThat(report.log().unreadable()).isEqualTo(2);
    assertThat(report.log().pages()).isEqualTo(PAGES - 500 - 2);
    assertThat(report.log().notes())
        .anySatisfy(
            note ->
                assertThat(note)
                    .startsWith("lane 0 begins at offset 500: earlier records are gone"))
        .anySatisfy(
            note ->
                assertThat(note)
                    .contains("was skipped: a fingerprint record of version 9, but this is"));
    assertThatThrownBy(() -> new VerdictAudit(ReplaySource.topics(cut), new QuietReplay()).run())
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith(
            "the verdicts cannot be audited, because the basis of the first decisions is gone");
  }

  private static SweepReport replay(String name, String value) {
    Map<String, String> settings = new HashMap<>(settings());
    settings.put(name, value);
    return new LogReplay(ReplaySource.topics(settings), new QuietReplay())
        .sweep(NOTHING, null, Overrides.NONE);
  }

  private static VerdictAudit.Result audit(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(settings());
    settings.putAll(more);
    return new VerdictAudit(ReplaySource.topics(settings), new QuietReplay()).run();
  }

  private static Collection<Verdict> generation(String prefix, Map<String, String> thresholds)
      throws Exception {
    Map<String, String> settings = new HashMap<>(settings());
    settings.putAll(thresholds);
    GenerationPlan plan = GenerationPlan.of(settings, prefix);
    plan.createTopics();
    Generation generation = Generation.of(plan.runSettings());
    generation.runUntilRouted(PAGES);
    return generation.verdicts().values();
  }

  private static long count(Collection<Verdict> verdicts, Verdict.Kind kind) {
    return verdicts.stream().filter(verdict -> verdict.kind() == kind).count();
  }

  private static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve("state").toString());
    return settings;
  }

  private static KafkaProducer<byte[], byte[]> producer(SieveConfig config) {
    return new Connection(config).producer(Map.of("linger.ms", 20));
  }

  /** Copies of earlier pages, most with some words replaced, and some with the same URL. */
  private static List<byte[]> pages() {
    SplittableRandom random = new SplittableRandom(11);
    List<String[]> originals = new ArrayList<>();
    List<Integer> titles = new ArrayList<>();
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      String[] words = new String[200];
      boolean copy = i > 0 && random.nextInt(3) > 0;
      int of = copy ? random.nextInt(originals.size()) : i;
      String[] original = copy ? originals.get(of) : null;
      double change = copy && random.nextInt(4) > 0 ? 0.06 * random.nextDouble() : 0;
      for (int w = 0; w < words.length; w++) {
        words[w] =
            copy && random.nextDouble() >= change
                ? original[w]
                : Integer.toString(random.nextInt(100_000), 36);
      }
      originals.add(words);
      titles.add(copy ? titles.get(of) : i);
      int number = random.nextInt(10) == 0 ? random.nextInt(i + 1) : i;
      pages.add(Crawl.page(number, titles.get(i), String.join(" ", words)));
    }
    return pages;
  }
}

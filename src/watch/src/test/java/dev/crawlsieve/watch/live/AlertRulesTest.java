package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.meters.Verdicts;
import dev.crawlsieve.stream.run.Standstill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each alert rule fires when an instance's metrics cross its threshold, and only then. */
final class AlertRulesTest {

  private static final Pattern METRIC = Pattern.compile("\\b(?:crawlsieve|disk)_[a-z_]+");
  private static final TopicPartition LANE = new TopicPartition("changelog", 0);
  private static final Coordinates PLACE = new Coordinates(0, 1);

  /**
   * What an instance does to just cross a rule's threshold, and to just not.
   *
   * @param minutes how long it is watched
   * @param with other rules that fire with it
   * @param above changes the instance before every minute
   * @param below any of them changes the instance before every minute
   */
  record Trial(
      String alert,
      int minutes,
      Set<String> with,
      Consumer<TriedInstance> above,
      List<Consumer<TriedInstance>> below) {

    @Override
    public String toString() {
      return alert;
    }
  }

  static Stream<Trial> trials() {
    return Stream.of(
        new Trial(
            "CrawlsieveDown",
            20,
            Set.of(),
            it -> it.answers = it.minute() < 10,
            List.of(it -> it.answers = it.minute() % 6 == 0)),
        new Trial(
            "CrawlsieveNotReady",
            20,
            Set.of(),
            it -> it.standstill = it.minute() < 10 ? null : noBroker(),
            List.of(it -> it.standstill = it.minute() % 6 == 0 ? null : noBroker())),
        new Trial(
            "CrawlsieveRestoreSlow",
            40,
            Set.of(),
            it -> restore(it, 1, 21),
            List.of(it -> restore(it, 1, 20))),
        new Trial(
            "CrawlsieveRestoreStuck",
            40,
            Set.of("CrawlsieveRestoreSlow"),
            it -> restore(it, 30, 40),
            List.of(it -> restore(it, 5, 40))),
        new Trial(
            "CrawlsieveLag",
            90,
            Set.of(),
            it -> it.lag.put("fingerprints", 100_001L),
            List.of(
                it -> it.lag.put("fingerprints", 100_000L),
                it -> it.lag.put("fingerprints", 10_000_000L - it.minute()))),
        new Trial(
            "CrawlsieveDeadLetters",
            30,
            Set.of(),
            it -> setAside(it, "fingerprint", it.minute() % 5 == 0 ? 2 : 1),
            List.of(it -> setAside(it, "fingerprint", it.minute() % 5 == 0 ? 0 : 1))),
        new Trial(
            "CrawlsievePagesNotRouted",
            30,
            Set.of(),
            it -> setAside(it, "route", it.minute() == 20 ? 1 : 0),
            List.of(it -> setAside(it, "decide", it.minute() == 20 ? 1 : 0))),
        new Trial(
            "CrawlsieveDuplicateShareDrifts",
            480,
            Set.of(),
            it -> it.duplicates = it.minute() < 420 ? 30 : 93,
            List.of(
                it -> it.duplicates = it.minute() < 420 ? 30 : 70,
                AlertRulesTest::routeTooFewToTell)),
        new Trial(
            "CrawlsieveManyCopiesOfOnePage",
            61,
            Set.of(),
            it -> routeCopies(it, "http://a.example/article", 3),
            List.of(
                it -> routeCopies(it, "http://a.example/article", 1),
                it -> routeCopies(it, "http://mirror.example/", 30),
                it -> {
                  it.unique = 1_000;
                  routeCopies(it, "http://a.example/article", 3);
                })),
        new Trial(
            "CrawlsieveTablesOnDisk",
            20,
            Set.of(),
            it -> it.leadersOnDisk = 101,
            List.of(it -> it.leadersOnDisk = 100)),
        new Trial(
            "CrawlsieveDiskLow",
            20,
            Set.of(),
            it -> it.freePercent = 14,
            List.of(it -> it.freePercent = 15)),
        new Trial(
            "CrawlsieveDiskNearlyFull",
            20,
            Set.of("CrawlsieveDiskLow"),
            it -> it.freePercent = 4,
            List.of(it -> it.freePercent = 5)));
  }

  private static Standstill noBroker() {
    return new Standstill(Standstill.Cause.BROKER, "no broker", Duration.ofMinutes(1), true);
  }

  /** Restores for so many minutes from the second on, in batches of so many minutes. */
  private static void restore(TriedInstance it, int batch, int minutes) {
    int minute = it.minute() - 1;
    if (minute == 0) {
      it.restores.onRestoreStart(LANE, "index", 0, 1_000);
    } else if (minute == minutes) {
      it.restores.onRestoreEnd(LANE, "index", 1_000);
    } else if (minute > 0 && minute % batch == 0) {
      it.restores.onBatchRestored(LANE, "index", minute * 10L, batch * 10L);
    }
  }

  private static void setAside(TriedInstance it, String stage, int records) {
    for (int i = 0; i < records; i++) {
      it.counted.deadLetter(stage, "pages", PLACE, "bad");
    }
  }

  /** Copies of one kept page, at the root of a site. */
  private static void routeCopies(TriedInstance it, String url, int pages) {
    for (int i = 0; i < pages; i++) {
      it.counted.routed(Verdicts.of(url, Verdict.Kind.EXACT), 1);
    }
  }

  private static void routeTooFewToTell(TriedInstance it) {
    it.unique = it.minute() < 420 ? 30 : 0;
    it.duplicates = it.minute() < 420 ? 0 : 30;
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("trials")
  void shouldFireOnlyAboveItsThreshold(Trial trial) throws IOException {
    Set<String> expected = new TreeSet<>(trial.with());
    for (Consumer<TriedInstance> below : trial.below()) {
      assertThat(fired(below, trial.minutes())).doesNotContain(trial.alert()).isSubsetOf(expected);
    }
    expected.add(trial.alert());
    assertThat(fired(trial.above(), trial.minutes())).isEqualTo(expected);
  }

  @Test
  void shouldStaySilentWhenAllIsWell() throws IOException {
    assertThat(fired(it -> {}, 60)).isEmpty();
  }

  /** The names of the rules that fired at any time. */
  private static Set<String> fired(Consumer<TriedInstance> change, int minutes) throws IOException {
    List<AlertRule> rules = AlertRule.read();
    Map<String, Map<Map<String, String>, Integer>> since = new HashMap<>();
    Set<String> fired = new TreeSet<>();
    try (TriedInstance instance = new TriedInstance()) {
      while (instance.minute() < minutes) {
        int minute = instance.minute();
        change.accept(instance);
        List<Scrape> scrapes = instance.scrapeAfterAMinute();
        for (AlertRule rule : rules) {
          Map<Map<String, String>, Integer> holding =
              since.computeIfAbsent(rule.name(), name -> new HashMap<>());
          Set<Map<String, String>> now = PromQuery.evaluate(rule.expression(), scrapes).keySet();
          holding.keySet().retainAll(now);
          now.forEach(labels -> holding.putIfAbsent(labels, minute));
          if (holding.values().stream().anyMatch(m -> minute - m >= rule.lasting().toMinutes())) {
            fired.add(rule.name());
          }
        }
      }
    }
    return fired;
  }

  @Test
  void shouldSeeALagBesideOneThatIsNotKnown() throws IOException {
    Map<Map<String, String>, Double> lag =
        Map.of(
            Map.of("job", "crawlsieve", "topic", "pages", "instance", "one"),
            100_001.0,
            Map.of("job", "crawlsieve", "topic", "pages", "instance", "two"),
            Double.NaN);
    List<Scrape> scrapes =
        Stream.of(0L, 60L)
            .map(at -> new Scrape(at, Map.of("crawlsieve_lag_records", lag)))
            .toList();
    AlertRule rule =
        AlertRule.read().stream()
            .filter(each -> each.name().equals("CrawlsieveLag"))
            .findFirst()
            .orElseThrow();
    assertThat(PromQuery.evaluate(rule.expression(), scrapes))
        .isEqualTo(Map.of(Map.of("job", "crawlsieve", "topic", "pages"), 100_001.0));
  }

  @Test
  void shouldTryEveryRule() throws IOException {
    assertThat(trials().map(Trial::alert))
        .containsExactlyElementsOf(AlertRule.read().stream().map(AlertRule::name).toList());
  }

  @Test
  void shouldAskForMetricsThatThereAre() throws IOException {
    try (TriedInstance instance = new TriedInstance()) {
      Set<String> there = instance.scrapeAfterAMinute().get(0).samples().keySet();
      for (AlertRule rule : AlertRule.read()) {
        assertThat(METRIC.matcher(rule.expression()).results().map(name -> name.group()))
            .as(rule.name())
            .allMatch(there::contains);
      }
    }
  }

  @Test
  void shouldSayWhatWhereAndWhatToDo() throws IOException {
    String operations = Files.readString(Path.of("docs/operations.md"));
    for (AlertRule rule : AlertRule.read()) {
      assertThat(rule.labels().get("severity")).as(rule.name()).isIn("critical", "warning");
      assertThat(rule.annotations())
          .as(rule.name())
          .containsOnlyKeys("summary", "description", "runbook");
      // 0 says nothing.
      assertThat(rule.annotations().get("description"))
          .contains(rule.expression().contains("== 0") ? "for 5 minutes" : "{{ $value | humanize");
      String[] section = rule.annotations().get("runbook").split("#", 2);
      assertThat(section[0]).isEqualTo("docs/operations.md");
      assertThat(operations).containsPattern("(?im)^### " + section[1].replace('-', ' ') + "$");
    }
  }
}

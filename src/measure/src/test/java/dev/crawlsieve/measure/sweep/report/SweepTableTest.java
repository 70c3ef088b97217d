package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.core.config.NameThresholds.IGNORED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweepReports;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SweepTableTest {

  @Test
  void shouldHaveARowForEachSettingUnderItsFamily() {
    List<String> lines = lines(SweepReports.usual().build());
    assertThat(lines)
        .containsSequence("fingerprints: 3,672 pages in 2 lanes")
        .contains(
            "combined ≥ τ, or ≤ 3 bits and ≥ 0.5",
            "* ≥ 0.65    1,959  53.3 %  1,532   410         0      0      0",
            "combined ≥ 0.65, or ≤ k bits and ≥ 0.5",
            "  ≤ 0       1,944  52.9 %  1,532   395         2     17      2")
        .contains("41 pages have no verdict in force to compare with.");
    assertThat(lines.stream().filter(line -> line.matches("[* ] [≤≥] [0-9.]+ .*%.*"))).hasSize(18);
  }

  /** Two rows of one threshold: only the setting tells them apart. */
  @Test
  void shouldSayWhichRowsIgnoreNames() {
    DetectorSettings exact = DetectorSettings.exact();
    SweepReports reports = SweepReports.empty();
    reports.with(DetectorSettings.DEFAULT).with(DetectorSettings.DEFAULT.with(IGNORED));
    reports.with(exact.with(NameThresholds.DEFAULT)).with(exact);
    assertThat(lines(reports.build()))
        .contains(
            "combined ≥ τ, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ τ, or ≤ 3 bits and ≥ 0.5; near.names=ignore",
            "exact",
            "exact; near.names=ignore");
    assertThat(SweepTable.summary(SweepReports.usual().build())).doesNotContain("near.names");
  }

  /** A sign is in the legend only where a line of its own defines it. */
  @Test
  void shouldDefineTheSignsOfEachThresholdThatIsTried() {
    SweepReports reports = SweepReports.empty();
    for (double least : new double[] {0.7, 0.8, 0.9}) {
      reports.with(DetectorSettings.DEFAULT.with(new NameThresholds(true, least)));
    }
    List<String> lines = lines(reports.build());
    List<String> legend = lines.subList(lines.indexOf("What the words mean:"), lines.size());
    assertThat(legend)
        .contains("  a         least similarity where names leave open whether it is one item")
        .anyMatch(line -> line.contains("as similar as sketch.min.similarity"))
        .noneMatch(line -> line.contains("τ"));
  }

  /** Each word of the table's heads, and each sign of its rows, has a line of its own below. */
  @Test
  void shouldSayWhatTheWordsOfTheTableMean() {
    List<String> lines = lines(SweepReports.usual().build());
    List<String> words = new ArrayList<>(List.of("*", "k", "τ", "combined"));
    String heads = lines.stream().filter(line -> line.contains("  exact  ")).findFirst().get();
    words.addAll(List.of(heads.strip().split(" +")));
    words.remove("dropped");
    assertThat(words).contains("near", "share", "+dropped", "moved");
    List<String> legend = lines.subList(lines.indexOf("What the words mean:"), lines.size());
    for (String word : words) {
      assertThat(legend).anyMatch(line -> line.startsWith("  " + word + "  "));
    }
    assertThat(legend).contains("  k         most bits, of 64, that differ (simhash.max.distance)");
  }

  @Test
  void shouldShowAgreementOnlyWithLabels() {
    assertThat(SweepTable.summary(SweepReports.usual().withTruth().build()))
        .contains("Beside 412 labelled pairs with both pages in the log\n")
        .contains("* ≥ 0.65      0.926   0.885  0.905    224     18      29  5/9\n");
    assertThat(SweepTable.summary(SweepReports.usual().build())).doesNotContain("precision");
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() {
    String text = SweepTable.summary(SweepReports.usual().withoutVerdicts().withoutBytes().build());
    assertThat(text).doesNotContain("in force.", "* ", "+dropped");
  }

  @Test
  void shouldFitEightyColumnsWhateverTheLog() {
    List<SweepReport> reports = new ArrayList<>(SweepHtmlTest.reports().toList());
    reports.add(large());
    reports.forEach(
        report ->
            assertThat(SweepTable.summary(report).lines())
                .allMatch(line -> line.codePointCount(0, line.length()) <= 80)
                .allMatch(line -> line.codePoints().noneMatch(Character::isISOControl)));
    assertThat(SweepTable.summary(large())).contains(" 123.5G ", " 999.0M ");
  }

  private static SweepReport large() {
    SweepReport report = SweepReports.usual().withTruth().build();
    List<SettingResult> results = new ArrayList<>();
    for (SettingResult r : report.settings()) {
      long n = 123_456_789_012L;
      results.add(
          new SettingResult(
              r.setting(),
              n,
              999_000_000L,
              n,
              n,
              0,
              Optional.of(new DecisionDiff(n, n, n, n, n)),
              r.examples(),
              r.truth()));
    }
    ReplayedLog log =
        new ReplayedLog("fingerprints", 64, 4_000_000_000L, 0, 0, 500, List.of("word ".repeat(60)));
    return new SweepReport(log, results, 412);
  }

  @Test
  void shouldSayThatThereIsNothing() {
    assertThat(SweepTable.summary(SweepReports.ofNothing()))
        .contains("fingerprints: 0 pages in 1 lane\n", "* ≥ 0.65        0  0.0 %");
    assertThat(SweepTable.summary(SweepReports.empty().build())).contains("no settings were tried");
  }

  private static List<String> lines(SweepReport report) {
    return SweepTable.summary(report).lines().toList();
  }
}

package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.TextLines.wrapped;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.sweep.ClusterSizes;
import dev.crawlsieve.core.sweep.NearestDistances;
import dev.crawlsieve.core.sweep.ReplayedLog;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import dev.crawlsieve.core.sweep.SweptSetting;
import dev.crawlsieve.core.sweep.report.Histogram.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A sweep as plain text, for a terminal of 100 columns. */
public final class SweepTable {

  private final SweepReport report;
  private final StringBuilder text = new StringBuilder();

  private SweepTable(SweepReport report) {
    this.report = report;
  }

  /** The log, a row for each setting, pages that change, groups, and how near pages are. */
  public static String summary(SweepReport report) {
    return new SweepTable(report).summary();
  }

  private String summary() {
    log();
    SettingsText settings = new SettingsText(report);
    text.append(settings.outcomes()).append(settings.agreement());
    text.append(FlipsText.of(report.settings()));
    clusters();
    nearest();
    return text.toString();
  }

  private void log() {
    ReplayedLog log = report.log();
    String line =
        log.topic()
            + ": "
            + Figures.count(log.pages(), "page")
            + " in "
            + Figures.count(log.lanes(), "lane")
            + (report.settings().isEmpty() ? "; no settings were tried" : "");
    text.append(wrapped("", line, "  "));
    LogNotes.of(report).forEach(note -> text.append(wrapped("", note, "  ")));
  }

  /** The setting in force, and those that keep the most and the fewest. */
  private void clusters() {
    Comparator<SettingResult> byKept = Comparator.comparingLong(SettingResult::kept);
    List<SettingResult> shown = new ArrayList<>();
    report.settings().stream().filter(r -> r.setting().inForce()).forEach(shown::add);
    report.settings().stream().max(byKept).ifPresent(shown::add);
    report.settings().stream().min(byKept).ifPresent(shown::add);
    if (shown.isEmpty()) {
      return;
    }
    text.append("\nGroups of copies by their pages");
    text.append(report.settings().size() > 1 ? ", also where most and fewest are kept\n" : "\n");
    for (SettingResult result : shown.stream().distinct().toList()) {
      text.append(result.setting().inForce() ? "* " : "  ").append(result.setting().text());
      text.append('\n').append(wrapped("    ", sizes(result.clusters()), "    "));
    }
  }

  private static String sizes(ClusterSizes clusters) {
    String sizes =
        IntStream.range(0, clusters.byPower().size())
            .filter(i -> clusters.byPower().get(i) > 0)
            .mapToObj(i -> ClustersView.size(i) + ": " + Figures.count(clusters.byPower().get(i)))
            .collect(Collectors.joining(", "));
    return sizes.isEmpty() ? "none" : sizes;
  }

  private void nearest() {
    NearestDistances nearest = report.nearest();
    text.append('\n');
    String sampled =
        "How near the nearest page kept before is, of "
            + Figures.count(nearest.sampled(), "page")
            + "; not in the bars: "
            + Figures.count(nearest.exact())
            + " with an exact copy, "
            + Figures.count(nearest.tooShort())
            + " too short";
    text.append(wrapped("", sampled, ""));
    List<Mark> bits =
        IntStream.rangeClosed(0, 8).mapToObj(i -> new Mark(8 * i, "" + 8 * i)).toList();
    bars("bits apart", nearest.byDistance(), bits, marks(NearestHistograms::bits, -0.5));
    List<Mark> similarities =
        IntStream.rangeClosed(0, 4)
            .mapToObj(i -> new Mark(21 * i, SweptSetting.number(i / 4.0)))
            .toList();
    List<Mark> marks = marks(NearestHistograms::similarities, 0.5);
    bars("estimated similarity", nearest.byEqual(), similarities, marks);
  }

  /** Thresholds in force under the last bars that they take in, half a bar from their edges. */
  private List<Mark> marks(Function<DetectorSettings, List<Mark>> thresholds, double toBar) {
    return report.settings().stream()
        .filter(r -> r.setting().inForce())
        .flatMap(r -> thresholds.apply(r.setting().detector()).stream())
        .map(mark -> new Mark(mark.at() + toBar, "^ " + mark.text()))
        .toList();
  }

  private void bars(String name, List<Long> counts, List<Mark> labels, List<Mark> marks) {
    Bars bars = new Bars(counts);
    text.append('\n').append(name);
    if (bars.largest() == 0) {
      text.append(": no pages\n");
      return;
    }
    text.append(", the highest bar is ").append(Figures.count(bars.largest(), "page"));
    text.append(bars.squareRoot() ? ", square-root scale\n" : "\n");
    text.append(BarsText.of(bars, labels));
    for (Mark mark : marks) {
      text.append(BarsText.axis(List.of(mark))).append('\n');
    }
  }
}

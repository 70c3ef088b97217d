package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;
import static dev.crawlsieve.core.sweep.report.Figures.count;
import static dev.crawlsieve.core.sweep.report.Figures.share;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.sweep.NearestDistances;
import dev.crawlsieve.core.sweep.ReplayedLog;
import dev.crawlsieve.core.sweep.SettingFamily;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A sweep as one HTML page that needs nothing else: no script, no font, no network. */
public final class SweepHtml {

  private final SweepReport report;
  private final List<SettingFamily> families;
  private final Optional<SettingResult> inForce;
  private final StringBuilder html = new StringBuilder(SweepStyle.HEAD);

  private SweepHtml(SweepReport report) {
    this.report = report;
    families = SettingFamily.of(report.settings());
    inForce = report.settings().stream().filter(r -> r.setting().inForce()).findFirst();
  }

  /**
   * The page.
   *
   * @param texts main texts of pages by place, asked for once or more for each example; empty where
   *     a page is no longer there
   */
  public static String of(SweepReport report, Function<Coordinates, Optional<String>> texts) {
    return new SweepHtml(report).page(texts);
  }

  private String page(Function<Coordinates, Optional<String>> texts) {
    html.append("<h1>A crawl under other settings</h1>\n");
    headline();
    if (report.settings().isEmpty()) {
      html.append("<p>No settings were tried.</p>\n");
    } else {
      curves();
    }
    nearest();
    if (!report.settings().isEmpty()) {
      settings();
      changes(texts);
      clusters();
    }
    return html.append("</body>\n</html>\n").toString();
  }

  private void headline() {
    ReplayedLog log = report.log();
    html.append("<dl class=\"tiles\">\n");
    tile("pages", count(log.pages()), "in " + count(log.lanes()) + lanes());
    inForce.ifPresent(
        r -> {
          tile("kept in force", count(r.kept()), shareOf(r.kept(), r));
          tile("dropped in force", count(r.dropped()), share(r.droppedShare()));
          tile("exact", count(r.exact()), shareOf(r.exact(), r));
          tile("near", count(r.near()), shareOf(r.near(), r));
          tile("revisits", count(r.revisit()), shareOf(r.revisit(), r));
          if (log.bytesPerPage() > 0) {
            String saved = Figures.bytes((double) report.bytesSaved(r));
            tile("saved in force", saved, "by the mean page of " + meanPage());
          }
        });
    html.append("</dl>\n<p>");
    html.append("Decided again from the topic <b>").append(escaped(log.topic())).append("</b>");
    html.append(" under ").append(count(report.settings().size()));
    html.append(report.settings().size() == 1 ? " setting" : " settings");
    html.append(
        inForce
            .map(r -> "; in force is <b>" + escaped(r.setting().text()) + "</b>.")
            .orElse("; none of them is in force."));
    html.append("</p>\n").append(notes());
  }

  private String lanes() {
    return report.log().lanes() == 1 ? " lane" : " lanes";
  }

  private String notes() {
    StringBuilder notes = new StringBuilder();
    for (String note : LogNotes.of(report)) {
      notes.append("<li>").append(escaped(note)).append("</li>\n");
    }
    return notes.isEmpty() ? "" : "<ul class=\"notes\">\n" + notes + "</ul>\n";
  }

  private String meanPage() {
    return Figures.bytes(report.log().bytesPerPage());
  }

  private static String shareOf(long part, SettingResult result) {
    return share(result.pages() == 0 ? 0 : (double) part / result.pages());
  }

  private void tile(String name, String figure, String beside) {
    html.append("<div><dt>").append(name).append("</dt><dd>").append(figure);
    html.append(" <span>").append(escaped(beside)).append("</span></dd></div>\n");
  }

  private void curves() {
    html.append("<h2>What is dropped, by threshold</h2>\n<p>A line for each family of settings, a");
    html.append(" point for each setting. Drawn out: the share of pages that is dropped; dotted:");
    html.append(
        " exact copies alone. Between the two are near copies and revisits. The axes need not begin at 0.</p>\n");
    html.append(SweepCurves.dropped(families));
    String agreement = SweepCurves.agreement(families);
    if (!agreement.isEmpty()) {
      html.append(
          "<h2>Agreement with people, by threshold</h2>\n<p>Drawn out: precision, how many");
      html.append(" of the matched pairs are labelled near-duplicates; dotted: recall, how many");
      html.append(" of these are matched. ").append(count(report.truthPairs()));
      html.append(" labelled pairs had both pages in the log.</p>\n").append(agreement);
    }
  }

  private void nearest() {
    NearestDistances nearest = report.nearest();
    html.append("<h2>How near the nearest page is</h2>\n<p>A sample of ");
    html.append(Figures.pages(nearest.sampled())).append(", each with the nearest of the pages");
    html.append(" kept before it. Not in the bars: ").append(count(nearest.exact()));
    html.append(" with an exact copy, ").append(count(nearest.tooShort()));
    html.append(" too short to match nearly. Copies gather at one end, pages that have nothing to");
    html.append(" do with each other at the other; a threshold in the valley between them parts");
    html.append(" them and harms few when it is moved a little. Where there is no valley, look at");
    html.append(" the pages at the border below.</p>\n");
    Optional<DetectorSettings> detector = inForce.map(r -> r.setting().detector());
    html.append(NearestHistograms.figures(nearest, detector));
  }

  private void settings() {
    html.append("<h2>The settings compared</h2>\n");
    html.append("<p>Groups are kept pages with copies. ");
    if (report.log().bytesPerPage() > 0) {
      html.append("Saved is by the mean page of ").append(meanPage()).append(" as stored. ");
    }
    html.append("A setting is used with the line at the end of its row, and a new");
    html.append(" <code>topic.prefix</code> beside what is out.</p>\n");
    html.append(new SettingsHtml(report).table(families));
  }

  private void changes(Function<Coordinates, Optional<String>> texts) {
    html.append("<h2>Pages whose verdict changes</h2>\n");
    if (report.settings().stream().allMatch(r -> r.diff().isEmpty())) {
      html.append("<p>There are no verdicts in force to compare with.</p>\n");
      return;
    }
    String changes = new FlipsHtml(texts).of(report.settings());
    if (changes.isEmpty()) {
      html.append("<p>No verdict changes under any of the settings.</p>\n");
      return;
    }
    html.append("<p>Examples for each setting, the settings with the fewest changes first. Texts");
    html.append(" are shown around their differences, with the numbers of their lines: ");
    html.append("<del>gone</del> from the original, <ins>new</ins> in the page.</p>\n");
    html.append(changes);
  }

  private void clusters() {
    html.append("<h2>Groups of copies</h2>\n<p>A group is a kept page and what was dropped as its");
    html.append(" copies; how many groups have so many pages. A group much larger than the others");
    html.append(" is often a template or an error page that swallows what merely looks like");
    html.append(" it.</p>\n");
    html.append(ClustersHtml.of(report.settings()));
  }
}

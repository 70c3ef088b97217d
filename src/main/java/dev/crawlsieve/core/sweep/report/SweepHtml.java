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
            tile("saved in force", saved, "assuming a mean page of " + meanPage());
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
    html.append("<h2>What is dropped, by threshold</h2>\n<p>One line per family of settings, one");
    html.append(
        " point per setting. Solid: the share of pages dropped; dotted: exact copies alone.");
    html.append(" Between the two are near copies and revisits. The axes do not necessarily start");
    html.append(" at 0.</p>\n");
    html.append(SweepCurves.dropped(families));
    String agreement = SweepCurves.agreement(families);
    if (!agreement.isEmpty()) {
      html.append(
          "<h2>Agreement with human judgement, by threshold</h2>\n"
              + "<p>Solid: precision, the share of");
      html.append(" matched pairs that are labelled near-duplicates; dotted: recall, the share of");
      html.append(" labelled near-duplicates that are matched. ")
          .append(count(report.truthPairs()));
      html.append(" labelled pairs had both pages in the log.</p>\n").append(agreement);
    }
  }

  private void nearest() {
    NearestDistances nearest = report.nearest();
    html.append("<h2>How near the nearest page is</h2>\n<p>A sample of ");
    html.append(Figures.pages(nearest.sampled())).append(", each with the nearest of the pages");
    html.append(" kept before it. Not in the bars: ").append(count(nearest.exact()));
    html.append(" with an exact copy, ").append(count(nearest.tooShort()));
    html.append(" too short to match nearly. Copies gather at one end and unrelated pages at the");
    html.append(
        " other. A threshold in the valley between them separates the two, and moving it a");
    html.append(" little affects few pages. If there is no valley, look at the pages near the");
    html.append(" threshold below.</p>\n");
    Optional<DetectorSettings> detector = inForce.map(r -> r.setting().detector());
    html.append(NearestHistograms.figures(nearest, detector));
  }

  private void settings() {
    html.append("<h2>The settings compared</h2>\n");
    html.append("<p>Groups are kept pages with copies. ");
    if (report.log().bytesPerPage() > 0) {
      html.append("Saved assumes a mean page of ").append(meanPage()).append(" as stored. ");
    }
    html.append("To use a setting, pass the line at the end of its row and a new");
    html.append(" <code>topic.prefix</code>.</p>\n");
    html.append(new SettingsHtml(report).table(families));
  }

  private void changes(Function<Coordinates, Optional<String>> texts) {
    html.append("<h2>Pages whose verdict changes</h2>\n");
    if (report.settings().stream().allMatch(r -> r.diff().isEmpty())) {
      html.append("<p>There are no current verdicts to compare with.</p>\n");
      return;
    }
    String changes = new FlipsHtml(texts).of(report.settings());
    if (changes.isEmpty()) {
      html.append("<p>No verdict changes under any of the settings.</p>\n");
      return;
    }
    html.append("<p>Examples for each setting, the settings with the fewest changes first. Texts");
    html.append(" are shown around their differences, with line numbers: ");
    html.append("<del>removed</del> from the original, <ins>new</ins> in the page.</p>\n");
    html.append(changes);
  }

  private void clusters() {
    html.append("<h2>Groups of copies</h2>\n<p>A group is a kept page and what was dropped as its");
    html.append(" copies; the table counts groups by size. A group much larger than the others");
    html.append(" is often a template or an error page that swallows pages which merely look like");
    html.append(" it.</p>\n");
    html.append(ClustersHtml.of(report.settings()));
  }
}

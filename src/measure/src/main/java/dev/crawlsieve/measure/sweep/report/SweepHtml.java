package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.Figures.count;
import static dev.crawlsieve.measure.report.Figures.share;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.measure.eval.StreamAgreement;
import dev.crawlsieve.measure.report.CurveChart;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.report.PageScript;
import dev.crawlsieve.measure.report.ReportTemplate;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SettingFamily;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A sweep as a single HTML page. It is self-contained: it needs no font, no network, and no script
 * but its own. Its template is {@code sweep/report/sweep.mustache}.
 */
public final class SweepHtml {

  private static final PageScript SCRIPT = PageScript.of(SweepHtml.class, "copy.js");

  private SweepHtml() {}

  /**
   * The HTML page.
   *
   * @param texts returns the main text of the page at a position; empty if the page is gone. Called
   *     at least once for each example
   */
  public static String of(SweepReport report, Function<Coordinates, Optional<String>> texts) {
    return ReportTemplate.fill("sweep/report/sweep.mustache", Page.of(report, texts));
  }

  /** A figure in the headline. */
  record Tile(String name, String figure, String beside) {}

  /** The values that the template shows; without settings there is nothing to compare. */
  record Page(
      List<Tile> tiles,
      String topic,
      String settingCount,
      String inForce,
      List<String> notes,
      List<CurveChart> dropped,
      List<CurveChart> agreement,
      String truthPairs,
      Optional<SettingsView> settings,
      Optional<ChangesView> changes) {

    static Page of(SweepReport report, Function<Coordinates, Optional<String>> texts) {
      List<SettingResult> results = report.settings();
      List<SettingFamily> families = SettingFamily.of(results);
      Map<SettingResult, String> named = new HashMap<>();
      families.forEach(family -> family.results().forEach(r -> named.put(r, family.text(r))));
      Function<SettingResult, String> names = named::get;
      Optional<SettingResult> inForce =
          results.stream().filter(r -> r.setting().inForce()).findFirst();
      Optional<SweepReport> tried = Optional.of(report).filter(r -> !r.settings().isEmpty());
      return new Page(
          SweepHtml.tiles(report, inForce),
          report.log().topic(),
          count(results.size(), "setting"),
          inForce.map(names).orElse(""),
          LogNotes.of(report),
          SweepCurves.dropped(families),
          SweepCurves.agreement(families),
          count(report.truthPairs()),
          tried.map(r -> SettingsView.of(r, families)),
          tried.map(r -> ChangesView.of(r.settings(), names, texts)));
    }

    String title() {
      return "A crawl under other settings";
    }

    String alone() {
      return StreamAgreement.ALONE.replace('\n', ' ').strip();
    }

    boolean hasNotes() {
      return !notes.isEmpty();
    }

    PageScript script() {
      return SCRIPT;
    }

    boolean labelled() {
      return !agreement.isEmpty();
    }
  }

  private static List<Tile> tiles(SweepReport report, Optional<SettingResult> inForce) {
    ReplayedLog log = report.log();
    List<Tile> tiles = new ArrayList<>();
    String lanes = "in " + count(log.lanes(), "lane");
    tiles.add(new Tile("pages", count(log.pages()), lanes));
    if (inForce.isEmpty()) {
      return tiles;
    }
    SettingResult r = inForce.get();
    tiles.add(new Tile("kept in force", count(r.kept()), shareOf(r.kept(), r)));
    tiles.add(new Tile("dropped in force", count(r.dropped()), share(r.droppedShare())));
    tiles.add(new Tile("exact", count(r.exact()), shareOf(r.exact(), r)));
    tiles.add(new Tile("near", count(r.near()), shareOf(r.near(), r)));
    tiles.add(new Tile("revisits", count(r.revisit()), shareOf(r.revisit(), r)));
    if (report.hasOverridden()) {
      tiles.add(new Tile("overrides", count(r.overridden()), shareOf(r.overridden(), r)));
    }
    if (log.bytesPerPage() > 0) {
      String saved = Figures.bytes((double) report.bytesSaved(r));
      String mean = "assuming a mean page of " + Figures.bytes(log.bytesPerPage());
      tiles.add(new Tile("saved in force", saved, mean));
    }
    return tiles;
  }

  private static String shareOf(long part, SettingResult result) {
    return share(result.pages() == 0 ? 0 : (double) part / result.pages());
  }
}

package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;
import static dev.crawlsieve.core.sweep.report.Figures.share;

import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.sweep.SettingFamily;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepAxis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is dropped along each threshold, and how far people agree, as figures of a page. */
final class SweepCurves {

  private SweepCurves() {}

  /** A figure for each threshold that is moved; empty if there are no settings. */
  static String dropped(List<SettingFamily> all) {
    return figures(all, SweepCurves::dropped);
  }

  /** The same for the agreement with labels. */
  static String agreement(List<SettingFamily> all) {
    return figures(
        all.stream().map(SweepCurves::labelled).filter(f -> !f.results().isEmpty()).toList(),
        SweepCurves::agreement);
  }

  /** Makes the chart of the families that move a threshold. */
  private interface Chart {
    CurveChart of(SweepAxis axis, Map<Integer, SettingFamily> families);
  }

  private static String figures(List<SettingFamily> all, Chart chart) {
    List<String> figures = new ArrayList<>();
    for (SweepAxis axis : SweepAxis.values()) {
      Map<Integer, SettingFamily> families = new TreeMap<>();
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).axis() == axis) {
          families.put(i, all.get(i));
        }
      }
      if (!families.isEmpty()) {
        figures.add(figure(chart.of(axis, families)));
      }
    }
    return figures.isEmpty()
        ? ""
        : "<div class=\"figures\">\n" + String.join("", figures) + "</div>\n";
  }

  private static String figure(CurveChart chart) {
    StringBuilder html = new StringBuilder("<figure>").append(chart.svg()).append("<ul>\n");
    chart
        .families()
        .forEach(
            (number, family) ->
                html.append("<li>")
                    .append(Marker.key(number))
                    .append(escaped(family.name()))
                    .append("</li>\n"));
    return html.append("</ul></figure>\n").toString();
  }

  private static CurveChart dropped(SweepAxis axis, Map<Integer, SettingFamily> families) {
    return new CurveChart(
        axis,
        families,
        "Share of pages dropped by " + axis.symbol(),
        SettingResult::droppedShare,
        r -> r.pages() == 0 ? 0 : (double) r.exact() / r.pages(),
        r -> r.setting().text() + ": " + share(r.droppedShare()) + " dropped");
  }

  private static CurveChart agreement(SweepAxis axis, Map<Integer, SettingFamily> families) {
    return new CurveChart(
        axis,
        families,
        "Precision and recall by " + axis.symbol(),
        r -> r.truth().map(Counts::precision).orElseThrow(),
        r -> r.truth().map(Counts::recall).orElseThrow(),
        r ->
            r.setting().text()
                + ": precision "
                + share(r.truth().orElseThrow().precision())
                + ", recall "
                + share(r.truth().orElseThrow().recall()));
  }

  private static SettingFamily labelled(SettingFamily family) {
    return new SettingFamily(
        family.name(),
        family.axis(),
        family.results().stream().filter(r -> r.truth().isPresent()).toList());
  }
}

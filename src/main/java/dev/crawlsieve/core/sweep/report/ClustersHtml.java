package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;

import dev.crawlsieve.core.sweep.ClusterSizes;
import dev.crawlsieve.core.sweep.SettingResult;
import java.util.List;

/** How large the groups of copies are, setting by setting. */
final class ClustersHtml {

  private ClustersHtml() {}

  static String of(List<SettingResult> results) {
    int powers = results.stream().mapToInt(r -> r.clusters().byPower().size()).max().orElse(0);
    if (powers == 0) {
      return "<p>No groups.</p>\n";
    }
    StringBuilder html = new StringBuilder("<div class=\"wide\"><table>\n<thead><tr>");
    html.append("<th class=\"l\">setting</th>");
    for (int power = 0; power < powers; power++) {
      html.append("<th>").append(size(power)).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>");
    for (SettingResult result : results) {
      html.append(result.setting().inForce() ? "<tr class=\"force\">" : "<tr>");
      html.append("<th class=\"l s\" scope=\"row\">").append(escaped(result.setting().text()));
      html.append("</th>");
      List<Long> byPower = result.clusters().byPower();
      for (int power = 0; power < powers; power++) {
        long groups = power < byPower.size() ? byPower.get(power) : 0;
        html.append("<td>").append(Figures.count(groups)).append("</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
    results.forEach(result -> html.append(largest(result)));
    return html.toString();
  }

  /** The pages of a group, for example {@code 4–7}. */
  static String size(int power) {
    long from = 1L << power;
    return power == 0 ? "1" : Figures.count(from) + "–" + Figures.count(2 * from - 1);
  }

  private static String largest(SettingResult result) {
    if (result.clusters().largest().isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder();
    html.append(result.setting().inForce() ? "<details open>" : "<details>");
    html.append("<summary>Largest groups of <b>").append(escaped(result.setting().text()));
    html.append("</b>").append(result.setting().inForce() ? " (in force)" : "");
    html.append("</summary>\n<ol>\n");
    for (ClusterSizes.Cluster cluster : result.clusters().largest()) {
      html.append("<li>").append(Figures.pages(cluster.pages())).append(": ");
      html.append(FlipsHtml.url(cluster.url(), cluster.source())).append("</li>\n");
    }
    return html.append("</ol></details>\n").toString();
  }
}

package dev.crawlsieve.core.sweep.report;

import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.sweep.ClusterSizes;
import dev.crawlsieve.core.sweep.SettingResult;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How large the groups of copies are, setting by setting, for {@code clusters.mustache}.
 *
 * @param sizes heads of the table's columns; empty if there are no groups
 * @param rows groups by size
 * @param largest the largest groups of each setting that has some
 */
record ClustersView(List<String> sizes, List<Row> rows, List<Largest> largest) {

  /** How many groups there are of each size. */
  record Row(boolean inForce, String setting, List<String> counts) {}

  /** A setting's largest groups. */
  record Largest(boolean inForce, String setting, List<Group> groups) {}

  /** A kept page with its copies. */
  record Group(String pages, String url, String place) {}

  static ClustersView of(List<SettingResult> results) {
    int powers = results.stream().mapToInt(r -> r.clusters().byPower().size()).max().orElse(0);
    return new ClustersView(
        IntStream.range(0, powers).mapToObj(ClustersView::size).toList(),
        results.stream().map(r -> row(r, powers)).toList(),
        results.stream()
            .filter(r -> !r.clusters().largest().isEmpty())
            .map(ClustersView::largest)
            .toList());
  }

  boolean hasGroups() {
    return !sizes.isEmpty();
  }

  private static Row row(SettingResult result, int powers) {
    List<Long> byPower = result.clusters().byPower();
    return new Row(
        result.setting().inForce(),
        result.setting().text(),
        IntStream.range(0, powers)
            .mapToObj(power -> Figures.count(power < byPower.size() ? byPower.get(power) : 0))
            .toList());
  }

  private static Largest largest(SettingResult result) {
    return new Largest(
        result.setting().inForce(),
        result.setting().text(),
        result.clusters().largest().stream().map(ClustersView::group).toList());
  }

  private static Group group(ClusterSizes.Cluster cluster) {
    return new Group(
        Figures.count(cluster.pages(), "page"), cluster.url(), cluster.source().toString());
  }

  /** The pages of a group, for example {@code 4–7}. */
  static String size(int power) {
    long from = 1L << power;
    return power == 0 ? "1" : Figures.count(from) + "–" + Figures.count(2 * from - 1);
  }
}

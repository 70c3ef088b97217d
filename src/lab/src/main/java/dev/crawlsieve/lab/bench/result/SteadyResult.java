package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cost of a steady run over time.
 *
 * @param limits the limits it ran within
 * @param settings the settings of the run
 * @param detector the detector
 * @param retention how long a kept page is compared with, zero for ever
 * @param points measurements in order
 */
public record SteadyResult(
    Limits limits,
    SteadySettings settings,
    String detector,
    Duration retention,
    List<SteadyPoint> points) {

  public SteadyResult {
    points = List.copyOf(points);
  }

  /**
   * A quarter of the run.
   *
   * @param from seconds of its first measurement
   * @param to seconds of its last one
   * @param means of all figures except the time, by name
   */
  public record Quarter(double from, double to, Map<String, Double> means) {}

  /**
   * Measurements from when the run is steady: leaders have been expiring for one retention by then.
   */
  public List<SteadyPoint> steady() {
    double warm = 2 * retention.toMillis() / 1e3;
    return points.stream().filter(point -> point.laneSeconds() >= warm).toList();
  }

  /** The first and the last quarter of the steady part; empty if it has fewer than 4 points. */
  public List<Quarter> quarters() {
    List<SteadyPoint> steady = steady();
    int quarter = steady.size() / 4;
    return quarter == 0
        ? List.of()
        : List.of(
            quarter(steady.subList(0, quarter)),
            quarter(steady.subList(steady.size() - quarter, steady.size())));
  }

  private static Quarter quarter(List<SteadyPoint> points) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (SteadyPoint point : points) {
      point.figures().forEach((name, value) -> means.merge(name, value, Double::sum));
    }
    means.remove("seconds");
    means.remove("laneSeconds");
    means.replaceAll((name, sum) -> sum / points.size());
    return new Quarter(points.get(0).seconds(), points.get(points.size() - 1).seconds(), means);
  }

  /** The result as JSON; {@code firstQuarter} and {@code lastQuarter} only if they exist. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", BenchJson.limits(limits));
    root.put("detector", detector);
    root.put("retention", retention.isZero() ? "none" : retention.toString());
    root.put("minutes", settings.length().toMillis() / 60_000.0);
    root.put("rate", settings.rate());
    root.put("pages", settings.pages());
    ArrayNode all = root.putArray("points");
    points.forEach(point -> all.add(point.json()));
    List<Quarter> quarters = quarters();
    if (!quarters.isEmpty()) {
      root.set("firstQuarter", json(quarters.get(0)));
      root.set("lastQuarter", json(quarters.get(1)));
      ObjectNode ratios = root.putObject("lastToFirst");
      quarters
          .get(0)
          .means()
          .forEach(
              (name, first) -> {
                if (first != 0) {
                  ratios.put(name, BenchJson.rounded(quarters.get(1).means().get(name) / first));
                }
              });
    }
    return root;
  }

  private static ObjectNode json(Quarter quarter) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("from", BenchJson.rounded(quarter.from()));
    node.put("to", BenchJson.rounded(quarter.to()));
    quarter.means().forEach((name, mean) -> node.put(name, BenchJson.rounded(mean)));
    return node;
  }
}

package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/**
 * How long a watched instance took to answer while its lane decided, and what that cost the lane.
 *
 * @param limits the limits it ran within
 * @param leaders number of kept pages in its one lane
 * @param pages number of pages decided on before the questions
 * @param pagesPerSecond how fast the lane decided on them, while every verdict was recorded
 * @param behindMillis time from the last decision until all verdicts were recorded
 * @param diskBytesPerPage size of the list of verdicts on disk per page
 * @param fullSpeed the lane before the questions, with as many pages as it can decide on
 * @param asked the questions, with half as many pages
 */
public record HttpResult(
    Limits limits,
    long leaders,
    long pages,
    double pagesPerSecond,
    long behindMillis,
    double diskBytesPerPage,
    LanePeriod fullSpeed,
    List<Asked> asked) {

  public HttpResult {
    asked = List.copyOf(asked);
  }

  /**
   * What a lane did in some seconds.
   *
   * @param pagesPerSecond how many pages it decided on
   * @param p50Millis median of the time from when a page was due until its verdict was read
   * @param p99Millis 99th percentile of that time
   * @param cpuMicros CPU time of its thread per page, in microseconds
   */
  public record LanePeriod(
      double pagesPerSecond, long p50Millis, long p99Millis, double cpuMicros) {

    private ObjectNode json() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("pagesPerSecond", BenchJson.rounded(pagesPerSecond))
          .put("p50Millis", p50Millis)
          .put("p99Millis", p99Millis)
          .put("cpuMicros", BenchJson.rounded(cpuMicros));
    }
  }

  /**
   * A question asked repeatedly.
   *
   * @param question what is asked for, such as {@code explain}
   * @param clients number of simultaneous clients
   * @param asks total number of requests
   * @param p50Millis median response time
   * @param p99Millis 99th percentile of the response time
   * @param perSecond answers per second
   * @param quiet the lane in the seconds before
   * @param busy the lane meanwhile
   */
  public record Asked(
      String question,
      int clients,
      int asks,
      double p50Millis,
      double p99Millis,
      double perSecond,
      LanePeriod quiet,
      LanePeriod busy) {

    /**
     * @param nanos the time of each answer, at least one
     */
    public static Asked of(
        String question,
        int clients,
        long[] nanos,
        double seconds,
        LanePeriod quiet,
        LanePeriod busy) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Asked(
          question,
          clients,
          nanos.length,
          percentile(sorted, 50),
          percentile(sorted, 99),
          nanos.length / seconds,
          quiet,
          busy);
    }

    private static double percentile(long[] sorted, int percent) {
      return sorted[(int) Math.ceil(percent / 100.0 * sorted.length) - 1] / 1e6;
    }
  }

  /** The same with these limits, which are known at the end. */
  public HttpResult within(Limits bounds) {
    return new HttpResult(
        bounds, leaders, pages, pagesPerSecond, behindMillis, diskBytesPerPage, fullSpeed, asked);
  }

  /** The result as JSON. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", BenchJson.limits(limits));
    root.put("leaders", leaders);
    root.put("pages", pages);
    root.put("pagesPerSecond", BenchJson.rounded(pagesPerSecond));
    root.put("behindMillis", behindMillis);
    root.put("diskBytesPerPage", BenchJson.rounded(diskBytesPerPage));
    root.set("fullSpeed", fullSpeed.json());
    root.set("asked", json(asked));
    return root;
  }

  private static ArrayNode json(List<Asked> asked) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (Asked one : asked) {
      ObjectNode node =
          list.addObject()
              .put("question", one.question())
              .put("clients", one.clients())
              .put("asks", one.asks())
              .put("p50Millis", BenchJson.rounded(one.p50Millis()))
              .put("p99Millis", BenchJson.rounded(one.p99Millis()))
              .put("perSecond", BenchJson.rounded(one.perSecond()));
      node.set("quiet", one.quiet().json());
      node.set("busy", one.busy().json());
    }
    return list;
  }
}

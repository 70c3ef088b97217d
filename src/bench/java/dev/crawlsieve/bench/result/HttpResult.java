package dev.crawlsieve.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/**
 * How long a watched instance took to answer.
 *
 * @param limits the bounds it ran within
 * @param leaders kept pages in its one lane
 * @param pages verdicts on its topic
 * @param pagesPerSecond how fast the lane decided on them, while every verdict was noted
 * @param behindMillis how long after the last decision all verdicts were noted
 * @param diskBytesPerPage what the list of verdicts takes on disk
 * @param asked the questions
 */
public record HttpResult(
    Limits limits,
    long leaders,
    long pages,
    double pagesPerSecond,
    long behindMillis,
    double diskBytesPerPage,
    List<Asked> asked) {

  public HttpResult {
    asked = List.copyOf(asked);
  }

  /**
   * A question asked again and again.
   *
   * @param question {@code explain} or {@code neighbours}
   * @param clients how many asked at once
   * @param asks how often all together
   * @param p50Millis what half of the answers took at most
   * @param p99Millis what 99 of 100 took at most
   * @param perSecond answers a second
   */
  public record Asked(
      String question,
      int clients,
      int asks,
      double p50Millis,
      double p99Millis,
      double perSecond) {

    /**
     * @param nanos what each answer took, at least one
     */
    public static Asked of(String question, int clients, long[] nanos, double seconds) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Asked(
          question,
          clients,
          nanos.length,
          percentile(sorted, 50),
          percentile(sorted, 99),
          nanos.length / seconds);
    }

    private static double percentile(long[] sorted, int percent) {
      return sorted[(int) Math.ceil(percent / 100.0 * sorted.length) - 1] / 1e6;
    }
  }

  /** The same, run within these bounds, which are known at the end. */
  public HttpResult within(Limits bounds) {
    return new HttpResult(
        bounds, leaders, pages, pagesPerSecond, behindMillis, diskBytesPerPage, asked);
  }

  /** All of it as JSON. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", BenchJson.limits(limits));
    root.put("leaders", leaders);
    root.put("pages", pages);
    root.put("pagesPerSecond", BenchJson.rounded(pagesPerSecond));
    root.put("behindMillis", behindMillis);
    root.put("diskBytesPerPage", BenchJson.rounded(diskBytesPerPage));
    ArrayNode list = root.putArray("asked");
    for (Asked one : asked) {
      list.addObject()
          .put("question", one.question())
          .put("clients", one.clients())
          .put("asks", one.asks())
          .put("p50Millis", BenchJson.rounded(one.p50Millis()))
          .put("p99Millis", BenchJson.rounded(one.p99Millis()))
          .put("perSecond", BenchJson.rounded(one.perSecond()));
    }
    return root;
  }
}

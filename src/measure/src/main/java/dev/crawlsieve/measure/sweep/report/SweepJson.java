package dev.crawlsieve.measure.sweep.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.crawlsieve.measure.sweep.SweepReport;

/**
 * A sweep as JSON: {@code log}, {@code truthPairs}, and {@code settings}, an object for each
 * setting with {@code set} (as for {@code --set}), counts of pages, {@code diff}, {@code examples}
 * and {@code truth}. Unknown values are null.
 */
public final class SweepJson {

  private static final ObjectMapper JSON = JsonMapper.builder().addModule(new Jdk8Module()).build();

  private SweepJson() {}

  /** The whole report. */
  public static ObjectNode of(SweepReport report) {
    ObjectNode root = JSON.valueToTree(report);
    boolean sizesKnown = report.log().bytesPerPage() > 0;
    if (!sizesKnown) {
      ((ObjectNode) root.get("log")).putNull("bytesPerPage");
    }
    for (int i = 0; i < report.settings().size(); i++) {
      Long saved = sizesKnown ? report.bytesSaved(report.settings().get(i)) : null;
      ((ObjectNode) root.get("settings").get(i)).put("bytesSaved", saved);
    }
    return root;
  }
}

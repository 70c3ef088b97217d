package dev.crawlsieve.core.eval.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.eval.PageComparison;

/** A comparison as JSON: the record's names, and {@code diff} as changes with runs of words. */
public final class ComparisonJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private ComparisonJson() {}

  /** The comparison. */
  public static ObjectNode of(PageComparison pages) {
    ObjectNode root = JSON.valueToTree(pages);
    root.set("diff", diff(pages.diff()));
    return root;
  }

  private static ObjectNode diff(TextDiff diff) {
    ObjectNode node = JSON.createObjectNode();
    node.put("linesA", diff.linesA());
    node.put("linesB", diff.linesB());
    node.put("common", diff.common());
    ArrayNode changes = node.putArray("changes");
    for (TextDiff.Change change : diff.changes()) {
      ObjectNode of = changes.addObject();
      of.put("lineA", change.lineA());
      of.put("lineB", change.lineB());
      ArrayNode runs = of.putArray("runs");
      change.runs().forEach(r -> runs.addArray().add(r.op().sign()).add(r.words()));
    }
    return node;
  }
}

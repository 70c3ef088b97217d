package dev.crawlsieve.core.eval.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;

/**
 * An evaluation as JSON: {@code results}, one object for each detector and threshold with {@code
 * detector}, {@code settings}, {@code precision}, {@code recall}, {@code f1}, counts, and {@code
 * "default": true} on the configured one; {@code superShingles}, {@code rotateSort} and {@code
 * sketchError}.
 */
public final class EvaluationJson {

  private static final ObjectMapper JSON = new ObjectMapper();

  private EvaluationJson() {}

  /** The result without its curves. */
  public static ObjectNode of(EvaluationResult result) {
    ObjectNode root = JSON.createObjectNode();
    root.put("pages", result.pages());
    root.put("pairs", result.pairs());
    ArrayNode rows = root.putArray("results");
    result.rows().forEach(row -> rows.add(row(row)));
    ArrayNode superShingles = root.putArray("superShingles");
    result
        .superShingles()
        .forEach(row -> superShingles.add(tree(row).put("correct", row.correct())));
    ArrayNode rotations = root.putArray("rotateSort");
    result.rotations().forEach(row -> rotations.add(tree(row).put("recall", row.recall())));
    root.set("sketchError", JSON.valueToTree(result.sketchError()));
    return root;
  }

  private static ObjectNode row(EvaluationRow row) {
    ObjectNode node = JSON.createObjectNode();
    node.put("detector", row.detector());
    node.put("settings", row.fullSettings());
    putCounts(node, row.all());
    node.put("default", row.isDefault());
    putCounts(node.putObject("sameHost"), row.sameHost());
    putCounts(node.putObject("crossHost"), row.crossHost());
    ArrayNode kinds = node.putArray("kinds");
    row.kinds().forEach(kind -> kinds.add(tree(kind).put("label", kind.label().sign())));
    return node;
  }

  private static ObjectNode tree(Record row) {
    return JSON.valueToTree(row);
  }

  /** Puts precision, recall, F1 and the counts behind them. */
  public static void putCounts(ObjectNode node, Counts counts) {
    node.put("precision", counts.precision());
    node.put("recall", counts.recall());
    node.put("f1", counts.f1());
    node.put("truePositives", counts.truePositives());
    node.put("falsePositives", counts.falsePositives());
    node.put("falseNegatives", counts.falseNegatives());
    node.put("trueNegatives", counts.trueNegatives());
    node.put("undecided", counts.undecided());
    node.put("undecidedMatched", counts.undecidedMatched());
  }
}

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
    ObjectNode root = JSON.createObjectNode();
    root.put("a", pages.urlA());
    root.put("b", pages.urlB());
    root.set("equal", JSON.valueToTree(pages.equality()));
    ObjectNode shingles = root.putObject("shingles");
    shingles.put("width", pages.shingles().width());
    shingles.put("a", pages.shinglesA());
    shingles.put("b", pages.shinglesB());
    shingles.put("common", pages.shinglesCommon());
    root.put("jaccard", pages.resemblance());
    root.put("containmentAInB", pages.containmentA());
    root.put("containmentBInA", pages.containmentB());
    root.put("zeroMod4", pages.zeroMod());
    root.put("smallest50", pages.smallest());
    root.put("cosineTf", pages.cosine());
    root.put("cosineTfIdf", pages.cosineTfIdf());
    root.put("editSimilarity", pages.diff().similarity());
    root.put("euclidTf", pages.euclid());
    root.put("hamming", pages.hamming());
    root.set("hammingBlocks", JSON.valueToTree(pages.hammingBlocks()));
    root.put("equalMinHashes", pages.minHashes());
    root.put("estimatedJaccard", pages.estimate());
    root.put("standardError", pages.standardError());
    root.put("superShingles", pages.superShingles());
    root.put("leastContainmentAInB", pages.leastContainmentA());
    root.put("leastContainmentBInA", pages.leastContainmentB());
    root.put("identity", pages.identity().text());
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

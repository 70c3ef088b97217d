package dev.crawlsieve.core.eval.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.PrecisionRecallCurve;

/** All of an evaluation, of which reports show a part. */
public final class FullEvaluation {

  private FullEvaluation() {}

  /** Every detector at every threshold. */
  public static String table(EvaluationResult result) {
    return EvaluationTable.text(result, result.rows());
  }

  /** The result with {@code curves}: points as pairs of recall and precision. */
  public static ObjectNode json(EvaluationResult result) {
    ObjectNode root = EvaluationJson.of(result);
    ArrayNode curves = root.putArray("curves");
    for (PrecisionRecallCurve curve : result.curves()) {
      ObjectNode node = curves.addObject();
      node.put("detector", curve.detector());
      node.put("settings", curve.settings());
      node.put("averagePrecision", curve.averagePrecision());
      ArrayNode points = node.putArray("points");
      curve.points().forEach(p -> points.addArray().add(p.recall()).add(p.precision()));
    }
    return root;
  }
}

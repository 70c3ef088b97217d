package dev.crawlsieve.core.eval.report;

import dev.crawlsieve.Approved;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.eval.KindCount;
import dev.crawlsieve.core.eval.Label;
import dev.crawlsieve.core.eval.PrecisionRecallCurve;
import dev.crawlsieve.core.eval.PrecisionRecallCurve.Point;
import dev.crawlsieve.core.eval.RotationRecall;
import dev.crawlsieve.core.eval.SketchError;
import dev.crawlsieve.core.eval.SuperShingleRow;
import dev.crawlsieve.core.eval.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Made-up evaluations as their whole pages, texts and JSON. */
final class ApprovedEvaluationTest {

  @Test
  void shouldBeAsApproved() {
    check("evaluation", result("copy <of> a page", "simhash", "sketch"));
  }

  @Test
  void shouldBeAsApprovedWhereNamesAreHostile() {
    String hostile = "</style></title><script>alert('1')</script>\"'>]]>&amp;<b title=\"\u202e\n/";
    check("hostile", result(hostile, hostile, hostile + "2"));
  }

  @Test
  void shouldBeAsApprovedWhereThereIsNothing() {
    check(
        "nothing",
        new EvaluationResult(
            0, 0, List.of(), List.of(), List.of(), List.of(), new SketchError(0, 0, 0)));
  }

  private void check(String name, EvaluationResult result) {
    Approved.check(getClass(), name + ".html", EvaluationHtml.of(result));
    Approved.check(getClass(), name + ".txt", EvaluationTable.summary(result));
    Approved.check(getClass(), name + "-full.txt", FullEvaluation.table(result));
    String json = FullEvaluation.json(result).toPrettyString();
    Approved.check(getClass(), name + ".json", json + "\n");
  }

  private static EvaluationResult result(String kind, String... detectors) {
    List<EvaluationRow> rows = new ArrayList<>();
    List<PrecisionRecallCurve> curves = new ArrayList<>();
    rows.add(row(detectors[1], 7, true, List.of(new KindCount(kind, Label.DUPLICATE, 3, 7))));
    for (String detector : detectors) {
      IntStream.of(3, 5, 9).forEach(at -> rows.add(row(detector, at, false, List.of())));
      curves.add(
          new PrecisionRecallCurve(
              detector,
              "64 bits",
              0.8125,
              List.of(new Point(0, 1, 0.25), new Point(5, 0.875, 0.5), new Point(9, 0.5, 1))));
    }
    return new EvaluationResult(
        1201,
        34,
        rows,
        curves,
        List.of(new SuperShingleRow(0, 0, 0, 0), new SuperShingleRow(2, 5, 3, 1)),
        List.of(new RotationRecall(4, 3, 17, 20)),
        new SketchError(34, 0.051, 0.046));
  }

  private static EvaluationRow row(String name, int at, boolean isDefault, List<KindCount> kinds) {
    Counts all = new Counts(10 + at, at, 10 - at, 20, 1, 2);
    Counts part = new Counts(at, 1, 0, 5, 0, 1);
    Threshold threshold = new Threshold("<= " + at, at);
    return new EvaluationRow(name, "64 bits", threshold, isDefault, all, part, all, kinds);
  }
}

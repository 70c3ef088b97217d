package dev.crawlsieve.measure.eval.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.Approved;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.eval.Evaluation;
import dev.crawlsieve.measure.eval.KindCount;
import dev.crawlsieve.measure.eval.Label;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Made-up evaluations as their whole texts and JSON. */
final class ApprovedEvaluationTest {

  private static final Counts ALL = new Counts(1017, 7, 3, 20, 1, 2);

  @Test
  void shouldBeAsApproved() {
    Counts part = new Counts(7, 1, 0, 5, 0, 1);
    List<KindCount> kinds =
        List.of(
            new KindCount("copy <of> a page", Label.DUPLICATE, 3, 7),
            new KindCount("same-site", Label.DIFFERENT, 0, 0));
    check("evaluation", new Evaluation(1201, 34, "sketch", "a=1, b=2", ALL, part, ALL, kinds));
    check(
        "nothing", new Evaluation(0, 0, "", "", Counts.NONE, Counts.NONE, Counts.NONE, List.of()));
  }

  @Test
  void shouldShowNoPartWithoutPairs() {
    Evaluation near = new Evaluation(2, 1, "", "", ALL, ALL, Counts.NONE, List.of());
    assertThat(EvaluationTable.text(near)).contains("same host").doesNotContain("cross host");
  }

  private void check(String name, Evaluation result) {
    Approved.check(getClass(), name + ".txt", EvaluationTable.text(result));
    JsonNode json = new ObjectMapper().valueToTree(result);
    assertThat(json.toString()).doesNotContain("NaN");
    Approved.check(getClass(), name + ".json", json.toPrettyString() + "\n");
  }
}

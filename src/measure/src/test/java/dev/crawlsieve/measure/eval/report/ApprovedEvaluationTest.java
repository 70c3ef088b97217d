package dev.crawlsieve.measure.eval.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.Approved;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.eval.Evaluation;
import org.junit.jupiter.api.Test;

/** Made-up evaluations as their whole texts and JSON. */
final class ApprovedEvaluationTest {

  private static final Counts ALL = new Counts(1017, 7, 3, 20, 1, 2);

  @Test
  void shouldBeAsApproved() {
    Counts part = new Counts(7, 1, 0, 5, 0, 1);
    check("evaluation", new Evaluation(1201, 34, "sketch", "a=1, b=2", ALL, part, ALL));
    check("nothing", new Evaluation(0, 0, "", "", Counts.NONE, Counts.NONE, Counts.NONE));
  }

  @Test
  void shouldShowNoPartWithoutPairs() {
    Evaluation near = new Evaluation(2, 1, "", "", ALL, ALL, Counts.NONE);
    assertThat(EvaluationTable.text(near)).contains("same host").doesNotContain("cross host");
  }

  private void check(String name, Evaluation result) {
    Approved.check(getClass(), name + ".txt", EvaluationTable.text(result));
    JsonNode json = new ObjectMapper().valueToTree(result);
    assertThat(json.toString()).doesNotContain("NaN");
    Approved.check(getClass(), name + ".json", json.toPrettyString() + "\n");
  }
}

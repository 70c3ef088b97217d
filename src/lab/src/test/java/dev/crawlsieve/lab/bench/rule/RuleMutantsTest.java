package dev.crawlsieve.lab.bench.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RuleMutantsTest {

  @Test
  void shouldLeaveOutEachConditionAndChangeEachNumber() {
    List<RuleMutants.Mutant> mutants =
        RuleMutants.of(
            """
            class Rule {
              static final int FEW = 8;
              boolean copies(int a, boolean b) {
                if (a > 3 || b) {
                  return b && (a < FEW
                      || b) && true;
                }
                return a == 0 ? b : !b;
              }
            }
            """);
    assertThat(mutants)
        .extracting(RuleMutants.Mutant::change)
        .containsExactly(
            "FEW = 8 → (2 * 8)",
            "FEW = 8 → (8 / 2)",
            "copies: never (a > 3 || b)",
            "copies: without a > 3",
            "copies: without b",
            "copies: without true",
            "copies: without b",
            "copies: without (a < FEW || b)",
            "copies: without a < FEW",
            "copies: without b",
            "copies: always a == 0",
            "copies: never a == 0");
    assertThat(mutants.get(1).source()).contains("FEW = (8 / 2);");
    assertThat(mutants.get(3).line()).isEqualTo(4);
    assertThat(mutants.get(3).source()).contains("if (false || b)");
    assertThat(mutants.get(7).source()).contains("return b && true && true;");
  }
}

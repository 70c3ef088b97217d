package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which open transactions are those of instances that are no longer in the group. */
final class LostTransactionsTest {

  private static final String FIRST = "3f7cbd2c-2f9a-4f5e-9a3d-7d6f1a0b1c2d";
  private static final String SECOND = "90a1b2c3-d4e5-4f60-8a9b-0c1d2e3f4a5b";

  private final LostTransactions transactions =
      new LostTransactions(SieveConfig.of(Map.of("application.id", "sieve")));

  @Test
  void shouldBeThoseOfProcessesThatAreNotInTheGroup() {
    assertThat(
            transactions.lost(
                List.of(
                    "sieve-" + FIRST + "-1", "sieve-" + SECOND + "-1", "sieve-" + SECOND + "-2"),
                List.of("sieve-" + FIRST + "-StreamThread-1-consumer")))
        .containsExactly("sieve-" + SECOND + "-1", "sieve-" + SECOND + "-2");
    assertThat(transactions.lost(List.of("sieve-" + FIRST + "-1"), List.of()))
        .containsExactly("sieve-" + FIRST + "-1");
  }

  @Test
  void shouldNotBeThoseOfOthers() {
    assertThat(
            transactions.lost(
                List.of(
                    "sieve-other-" + FIRST + "-1",
                    "other-sieve-" + FIRST + "-1",
                    "sieve-" + FIRST,
                    "dead-letters-resend",
                    "pages-produce-sieve"),
                List.of()))
        .isEmpty();
  }

  @Test
  void shouldBeNoneIfMembersHaveOtherNames() {
    assertThat(
            transactions.lost(
                List.of("sieve-" + FIRST + "-1"), List.of("mine-StreamThread-1-consumer")))
        .isEmpty();
  }
}

package dev.crawlsieve.tool.sieve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import org.junit.jupiter.api.Test;

class ExamplesTest {

  private static final JudgedPage PAGE =
      new JudgedPage("http://a/2", new Coordinates(0, 1), 0, 0, 1, false);
  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);

  @Test
  void shouldShowDifferentReasonsBeforeTheSameAgain() {
    Examples examples = new Examples();
    for (int i = 0; i < 50; i++) {
      examples.offer(duplicate(Verdict.Kind.EXACT, 0));
    }
    examples.offer(duplicate(Verdict.Kind.NEAR, 1));
    examples.offer(duplicate(Verdict.Kind.NEAR, 3));
    examples.offer(Verdict.unique(PAGE, 1, BASIS));
    assertThat(examples.chosen())
        .extracting(page -> page.kind().text() + page.evidence().distance())
        .containsExactly("exact0", "exact0", "exact0", "near1", "near3");
  }

  @Test
  void shouldShowFive() {
    Examples examples = new Examples();
    for (int distance = 0; distance < 20; distance++) {
      examples.offer(duplicate(Verdict.Kind.NEAR, distance));
    }
    assertThat(examples.chosen()).hasSize(5);
  }

  private static Verdict duplicate(Verdict.Kind kind, int distance) {
    Verdict.Original original = new Verdict.Original("http://a/1", new Coordinates(0, 0), false);
    Evidence.Match match = kind == Verdict.Kind.EXACT ? Evidence.Match.EXACT : Evidence.Match.NEAR;
    return Verdict.duplicate(
        PAGE,
        new Evidence(kind, original, match, distance, -1, -1, Identity.NONE, -1, "scan"),
        1,
        BASIS);
  }
}

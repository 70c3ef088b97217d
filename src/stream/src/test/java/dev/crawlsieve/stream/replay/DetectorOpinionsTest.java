package dev.crawlsieve.stream.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DetectorOpinionsTest {

  private static final JudgedPage PAGE =
      new JudgedPage("http://a/2", new Coordinates(0, 1), 0, 0, 1, false);
  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);

  private final DetectorOpinions opinions =
      new DetectorOpinions(
          SieveConfig.of(
                  Map.of(
                      "simhash.max.distance",
                      "3",
                      "sketch.min.similarity",
                      "0.8",
                      "combined.min.similarity",
                      "0.6",
                      "supershingle.min.agreeing",
                      "2"))
              .detector());

  @Test
  void shouldSayWhereDetectorsDiffer() {
    assertThat(opinions.of(duplicate(9, 0.881, 1)))
        .isEqualTo(
            Map.of("simhash", false, "sketch", true, "supershingle", false, "combined", true));
    assertThat(opinions.of(duplicate(2, 0.7024, 2)))
        .isEqualTo(
            Map.of("simhash", true, "sketch", false, "supershingle", true, "combined", true));
    assertThat(opinions.of(duplicate(2, 0.5, 0)))
        .isEqualTo(
            Map.of("simhash", true, "sketch", false, "supershingle", false, "combined", false));
  }

  @Test
  void shouldHaveNoOpinionOnKeptPages() {
    assertThat(opinions.of(Verdict.unique(PAGE, 1, BASIS))).isEmpty();
  }

  private static Verdict duplicate(int distance, double similarity, int agreeing) {
    Verdict.Original original = new Verdict.Original("http://a/1", new Coordinates(0, 0), false);
    return Verdict.duplicate(
        PAGE,
        new Evidence(
            Verdict.Kind.NEAR,
            original,
            Evidence.Match.NEAR,
            distance,
            similarity,
            agreeing,
            Identity.NONE,
            -1,
            "scan"),
        1,
        BASIS);
  }
}

package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.Sketch;
import dev.crawlsieve.core.fingerprint.Sketches;
import dev.crawlsieve.core.index.store.Pages;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BandPlannerTest {

  @ParameterizedTest
  @CsvSource({"0.8,6,10", "0.9,6,4", "0.7,4,11", "0.5,3,23", "1,14,1"})
  void shouldPlanTheSameBandsForEver(double threshold, int rows, int count) {
    // part of what defines a verdict: other bands, other verdicts
    assertThat(BandPlanner.plan(threshold)).isEqualTo(new Bands(rows, count, threshold));
  }

  @Test
  void shouldReachTheRecallWithTheLeastWork() {
    for (double threshold = 0.3; threshold <= 1; threshold += 0.05) {
      Bands plan = BandPlanner.plan(threshold);
      assertThat(plan.reachesWish()).isTrue();
      for (int rows = 1; rows <= 14; rows++) {
        for (int count = 1; count * rows <= 84; count++) {
          Bands other = new Bands(rows, count, threshold);
          assertThat(other.reachesWish() && BandPlanner.nanos(other) < BandPlanner.nanos(plan))
              .as("%s rather than %s", other, plan)
              .isFalse();
        }
      }
    }
  }

  @Test
  void shouldSayWhatItExpects() {
    assertThat(BandPlanner.plan(0.8))
        .hasToString(
            "10 bands of 6 min-hashes: of pairs of similarity 0.80 they compare 95.2 %, at 0.85 99.1 %, at"
                + " 0.90 99.9 %");
  }

  @Test
  void shouldComeClosestAndSaySoWhereTheRecallIsOutOfReach() {
    Bands plan = BandPlanner.plan(0.02);
    assertThat(plan.rows()).isEqualTo(1);
    assertThat(plan.count()).isEqualTo(84);
    assertThat(plan.reachesWish()).isFalse();
    assertThat(plan.recall(0.02)).isCloseTo(0.817, within(0.001));
    assertThat(plan.toString()).endsWith("; no bands reach the target of 95.0 %");
  }

  @Test
  void shouldRefuseMoreMinHashesThanThereAre() {
    assertThatThrownBy(() -> new Bands(7, 13, 0.8)).hasMessageContaining("13 bands of 7");
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.65, 0.65",
    "0.65, 0.7",
    "0.65, 0.75",
    "0.65, 0.8",
    "0.8, 0.8",
    "0.8, 0.85",
    "0.8, 0.9"
  })
  void shouldComparePairsAsOftenAsItExpects(double threshold, double similarity) {
    Bands bands = BandPlanner.plan(threshold);
    SplittableRandom random = new SplittableRandom(7);
    int pairs = 4000;
    int compared = 0;
    for (int i = 0; i < pairs; i++) {
      int union = 400 + random.nextInt(200) / 20 * 20;
      ComparedPage[] pair = pair(random, union, (int) Math.round(union * similarity));
      compared += bands.share(pair[0], pair[1]) ? 1 : 0;
    }
    assertThat((double) compared / pairs).isCloseTo(bands.recall(similarity), within(0.02));
  }

  @Test
  void shouldMissFewOfThePairsThatItsSketchesCallSimilar() {
    Bands bands = new Bands(6, 13, 0.8);
    assertThat(missRate(bands, 12)).isZero();
    assertThat(missRate(bands, 16)).isCloseTo(0.0019, within(0.0001));
    assertThat(missRate(bands, 84)).isEqualTo(1);
    SplittableRandom random = new SplittableRandom(3);
    for (int differing : new int[] {12, 20, 25, 30, 40}) {
      int pairs = 4000;
      int missed = 0;
      for (int i = 0; i < pairs; i++) {
        short[] sketch = Pages.sketch(random.nextLong());
        int[] places = random.ints(0, 84).distinct().limit(differing).toArray();
        ComparedPage page = Pages.page(1, 0, sketch);
        ComparedPage other = Pages.page(2, 0, Pages.differing(sketch, places));
        missed += bands.share(page, other) ? 0 : 1;
      }
      assertThat((double) missed / pairs).isCloseTo(missRate(bands, differing), within(0.03));
    }
  }

  /**
   * Probability that two pages whose sketches differ in this many min-hashes, at any positions,
   * share no band: 0 if there are more bands than differing min-hashes.
   */
  private static double missRate(Bands bands, int differing) {
    // of all placements of the differing min-hashes, those that leave no band equal; by inclusion
    // and exclusion
    double missed = 0;
    double sign = 1;
    for (int whole = 0; whole <= bands.count(); whole++) {
      double choices = choose(bands.count(), whole);
      int places = Fingerprint.SKETCH_SIZE - whole * bands.rows();
      missed += sign * choices * choose(places, differing);
      sign = -sign;
    }
    return differing < bands.count() ? 0 : missed / choose(Fingerprint.SKETCH_SIZE, differing);
  }

  private static double choose(int n, int k) {
    double choices = n < k ? 0 : 1;
    for (int i = 1; i <= k && choices > 0; i++) {
      choices = choices * (n - k + i) / i;
    }
    return choices;
  }

  /** Two pages with a known Jaccard similarity. */
  private static ComparedPage[] pair(SplittableRandom random, int union, int common) {
    Sketch a = new Sketch();
    Sketch b = new Sketch();
    for (int i = 0; i < union; i++) {
      long element = random.nextLong();
      if (i < common || i % 2 == 0) {
        Sketches.add(a, element);
      }
      if (i < common || i % 2 == 1) {
        Sketches.add(b, element);
      }
    }
    return new ComparedPage[] {Pages.page(1, 0, a.value()), Pages.page(2, 0, b.value())};
  }
}

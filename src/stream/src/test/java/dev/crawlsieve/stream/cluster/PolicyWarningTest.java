package dev.crawlsieve.stream.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import dev.crawlsieve.sites.cluster.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PolicyWarningTest {

  private static final Features DATED = new Features(Features.Canonical.NONE, Double.NaN, 7);

  private final List<String> said = new ArrayList<>();
  private final AtomicBoolean told = new AtomicBoolean();

  @Test
  void shouldSayOnceThatPagesLackWhatThePolicyCompares() {
    for (int lane = 0; lane < 2; lane++) {
      pages(Criterion.parse("https,newest,score"), PolicyWarning.FIRST, Features.NONE);
    }
    assertThat(said)
        .containsExactly(
            "of the first 100 pages of a lane: clusters.policy names newest, but no page has a"
                + " fetchTime: it prefers none",
            "of the first 100 pages of a lane: clusters.policy names score, but no page has a"
                + " header score: it prefers none");
  }

  @Test
  void shouldSayNothingOfAFewPagesOfWhatTheyHaveOrOfTheDefault() {
    pages(List.of(Criterion.NEWEST), PolicyWarning.FIRST - 1, Features.NONE);
    pages(List.of(Criterion.OLDEST), PolicyWarning.FIRST, DATED);
    pages(List.of(Criterion.CANONICAL, Criterion.LONGEST), PolicyWarning.FIRST, Features.NONE);
    pages(Criterion.DEFAULT, PolicyWarning.FIRST, Features.NONE);
    assertThat(said).isEmpty();
  }

  private void pages(List<Criterion> criteria, int count, Features features) {
    PolicyWarning warning =
        new PolicyWarning(new ClusterSettings(true, criteria, 10, true), told, said::add);
    for (int page = 0; page < count; page++) {
      warning.page(features);
    }
  }
}

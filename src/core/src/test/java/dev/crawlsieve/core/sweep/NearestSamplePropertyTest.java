package dev.crawlsieve.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Compares the sample with a plain comparison of each page as it comes. */
final class NearestSamplePropertyTest {

  @Property(tries = 100)
  void eachPageIsComparedWithAllThatAreLive(
      @ForAll @IntRange(min = 1, max = 3) int lanes,
      @ForAll @IntRange(min = 1, max = 150) int pages,
      @ForAll("rules") RuleSettings rule,
      @ForAll long seed) {
    NearestSample sample = new NearestSample((long) lanes * pages);
    List<Long> byDistance = new ArrayList<>(Collections.nCopies(65, 0L));
    List<Long> byEqual = new ArrayList<>(Collections.nCopies(85, 0L));
    for (int lane = 0; lane < lanes; lane++) {
      LaneSweep sweep =
          new LaneSweep(new SweepPlan(List.of(DetectorSettings.DEFAULT), rule, pages));
      for (LeaderRecord page : GeneratedPages.lane(pages, 5, 2, seed + lane)) {
        sweep.advance(page.timestamp());
        sweep.lookup(page);
        sample.add(page, sweep);
        if (page.nearEligible() && !sweep.contentSeen()) {
          List<Nearness> near = nearLive(page, sweep);
          near.stream().mapToInt(Nearness::distance).min().ifPresent(d -> count(byDistance, d));
          near.stream()
              .mapToInt(Nearness::equal)
              .filter(equal -> equal >= 0)
              .max()
              .ifPresent(equal -> count(byEqual, equal));
        }
        int unused = sweep.add(page);
      }
    }
    NearestDistances nearest = sample.compare(done -> {});
    assertThat(nearest.sampled()).isEqualTo((long) lanes * pages);
    assertThat(nearest.byDistance()).isEqualTo(byDistance);
    assertThat(nearest.byEqual()).isEqualTo(byEqual);
  }

  private static List<Nearness> nearLive(LeaderRecord page, LaneSweep sweep) {
    List<Nearness> near = new ArrayList<>();
    for (int row = sweep.firstLive(); row < sweep.leaders().size(); row++) {
      LeaderRecord kept = sweep.leaders().get(row);
      if (kept.sameScope(page) && kept.nearEligible()) {
        near.add(Nearness.of(page, kept));
      }
    }
    return near;
  }

  private static void count(List<Long> counts, int at) {
    counts.set(at, counts.get(at) + 1);
  }

  @Provide
  Arbitrary<RuleSettings> rules() {
    return Arbitraries.of(GeneratedPages.RULES);
  }
}

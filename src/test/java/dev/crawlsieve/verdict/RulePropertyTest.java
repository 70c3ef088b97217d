package dev.crawlsieve.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The consequences of the rule, on lanes of random and clustered pages. */
final class RulePropertyTest {

  @Property(tries = 300)
  void noTwoKeptPagesMatch(
      @ForAll("pages") List<Fingerprint> pages, @ForAll @IntRange(max = 7) int k) {
    List<Fingerprint> kept = kept(pages, k);
    for (int i = 0; i < kept.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(matches(kept.get(i), kept.get(j), k)).isFalse();
      }
    }
  }

  @Property(tries = 300)
  void everyDroppedPageMatchesAnEarlierKeptPageDirectly(
      @ForAll("pages") List<Fingerprint> pages, @ForAll @IntRange(max = 7) int k) {
    Lane lane = new Lane(k);
    List<Verdict> verdicts = pages.stream().map(lane::decide).toList();
    for (Verdict verdict : verdicts) {
      if (verdict.decision() == Verdict.Decision.DUPLICATE) {
        long original = verdict.duplicateOf().source().offset();
        assertThat(original).isLessThan(verdict.source().offset());
        assertThat(verdicts.get((int) original).decision()).isEqualTo(Verdict.Decision.UNIQUE);
        assertThat(matches(lane.at(verdict.source().offset()), lane.at(original), k)).isTrue();
      }
    }
  }

  @Property(tries = 100)
  void replayReproducesEveryVerdict(@ForAll("pages") List<Fingerprint> pages) {
    Lane first = new Lane(3);
    Lane again = new Lane(3);
    for (Fingerprint page : pages) {
      assertThat(again.decide(page)).isEqualTo(first.decide(page));
    }
  }

  private static List<Fingerprint> kept(List<Fingerprint> pages, int k) {
    Lane lane = new Lane(k);
    List<Fingerprint> kept = new ArrayList<>();
    for (Fingerprint page : pages) {
      if (lane.decide(page).decision() == Verdict.Decision.UNIQUE) {
        kept.add(page);
      }
    }
    return kept;
  }

  /** The definition of a match, written down a second time. */
  private static boolean matches(Fingerprint a, Fingerprint b, int k) {
    return a.content().equals(b.content())
        || (a.nearEligible() && b.nearEligible() && Long.bitCount(a.simhash() ^ b.simhash()) <= k);
  }

  @Provide
  Arbitrary<List<Fingerprint>> pages() {
    Arbitrary<Long> centres = Arbitraries.of(0L, -1L, 0x0123456789abcdefL, 0x5555555555555555L);
    Arbitrary<Long> flips =
        Arbitraries.integers()
            .between(0, 63)
            .set()
            .ofMaxSize(8)
            .map(bits -> bits.stream().mapToLong(bit -> 1L << bit).reduce(0, (x, y) -> x | y));
    Arbitrary<Long> simhash =
        Arbitraries.oneOf(
            Arbitraries.longs(), Combinators.combine(centres, flips).as((c, f) -> c ^ f));
    return Combinators.combine(
            simhash,
            Arbitraries.longs().between(0, 40),
            Arbitraries.of(true, true, true, false),
            Arbitraries.integers().between(0, 20))
        .as((s, content, eligible, url) -> Lane.page("http://host/" + url, s, content, eligible))
        .list()
        .ofMaxSize(60);
  }
}

package dev.crawlsieve.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.Sketches;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.Bands;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.name.NameSummary;
import dev.crawlsieve.core.name.TestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The consequences of the rule, on lanes of random and clustered pages. */
final class RulePropertyTest {

  @Property(tries = 600)
  void noTwoKeptPagesOfOneUrlAreSimilar(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    List<Fingerprint> kept = kept(pages, detector);
    for (int i = 0; i < kept.size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean oneUrl = kept.get(i).urlHash() == kept.get(j).urlHash();
        // a URL that has another title and another canonical link by now is of another page
        boolean other = detector.comparesNames() && toldApart(kept.get(i), kept.get(j));
        if (oneUrl && !other && isSimilar(kept.get(i), kept.get(j), detector)) {
          // it is whole by now
          assertThat(compared(kept.get(i), kept.get(j)).isNewVersion(false)).isTrue();
        }
      }
    }
  }

  @Property(tries = 600)
  void everyDroppedPageIsSimilarToAnEarlierKeptPage(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    TestLane lane = new TestLane(detector);
    List<Verdict> verdicts = pages.stream().map(lane::decide).toList();
    for (Verdict verdict : verdicts) {
      if (verdict.decision() == Verdict.Decision.DUPLICATE) {
        long original = verdict.duplicateOf().source().offset();
        assertThat(original).isLessThan(verdict.source().offset());
        assertThat(verdicts.get((int) original).decision()).isEqualTo(Verdict.Decision.UNIQUE);
        assertThat(isSimilar(lane.at(verdict.source().offset()), lane.at(original), detector))
            .isTrue();
      }
    }
  }

  @Property(tries = 200)
  void replayReproducesEveryVerdict(
      @ForAll("pages") List<Fingerprint> pages, @ForAll("detectors") DetectorSettings detector) {
    TestLane first = new TestLane(detector);
    TestLane again = new TestLane(detector);
    for (Fingerprint page : pages) {
      assertThat(again.decide(page)).isEqualTo(first.decide(page));
    }
  }

  private static PagePair compared(Fingerprint page, Fingerprint kept) {
    ScopeKey scope = new ScopeKey(TestLane.SCOPE, 0);
    return PagePair.of(
        ComparedPage.of(scope, 1, FingerprintCodec.encode(page)),
        ComparedPage.of(scope, 0, FingerprintCodec.encode(kept)));
  }

  private static List<Fingerprint> kept(List<Fingerprint> pages, DetectorSettings detector) {
    TestLane lane = new TestLane(detector);
    List<Fingerprint> kept = new ArrayList<>();
    for (Fingerprint page : pages) {
      if (lane.decide(page).decision() == Verdict.Decision.UNIQUE) {
        kept.add(page);
      }
    }
    return kept;
  }

  /** Similarity, defined independently. */
  private static boolean toldApart(Fingerprint a, Fingerprint b) {
    return NameSummary.toldApart(a.name().summary(), b.name().summary());
  }

  private static boolean isSimilar(Fingerprint a, Fingerprint b, DetectorSettings detector) {
    if (a.content().equals(b.content())) {
      return true;
    }
    if (!a.nearEligible() || !b.nearEligible() || detector.kind() == DetectorSettings.Kind.EXACT) {
      return false;
    }
    int distance = Long.bitCount(a.simhash() ^ b.simhash());
    boolean close = distance <= detector.maxDistance();
    if (detector.kind() == DetectorSettings.Kind.SIMHASH) {
      return close;
    }
    if (a.sketch().length == 0 || b.sketch().length == 0) {
      return false;
    }
    if (distance > 27) {
      return false;
    }
    double similarity = Sketches.similarity(a.sketch(), b.sketch());
    boolean similar = similarity >= detector.minSimilarity();
    return switch (detector.kind()) {
      case SIMHASH -> close;
      case EXACT -> false;
      case SKETCH -> similar && shareBand(a, b, detector);
      case COMBINED ->
          (close && (similar || similarity >= detector.confirmingSimilarity()))
              || (similar && shareBand(a, b, detector));
    };
  }

  private static boolean shareBand(Fingerprint a, Fingerprint b, DetectorSettings detector) {
    Bands bands = BandPlanner.plan(detector.minSimilarity());
    return agreeing(a, b, bands.rows(), bands.count()) > 0;
  }

  /** Number of consecutive groups of min-hashes that are equal. */
  private static int agreeing(Fingerprint a, Fingerprint b, int size, int groups) {
    int agreeing = 0;
    for (int group = 0; group < groups; group++) {
      boolean equal = true;
      for (int i = group * size; i < (group + 1) * size; i++) {
        equal &= a.sketch()[i] == b.sketch()[i];
      }
      agreeing += equal ? 1 : 0;
    }
    return agreeing;
  }

  @Provide
  Arbitrary<DetectorSettings> detectors() {
    return TestDetectors.any(7);
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
    Arbitrary<short[]> sketch =
        Combinators.combine(
                Arbitraries.longs().between(0, 3),
                Arbitraries.integers().between(0, 83).set().ofMaxSize(40))
            .as(TestLane::sketch);
    return Combinators.combine(
            simhash,
            Arbitraries.oneOf(sketch, sketch, sketch, Arbitraries.just(new short[0])),
            Arbitraries.longs().between(0, 40),
            Arbitraries.of(true, true, true, false),
            Arbitraries.integers().between(0, 20),
            Arbitraries.longs())
        .as(
            (hash, minHashes, content, eligible, url, name) ->
                TestNames.of(
                    TestLane.page("http://host/" + url, hash, minHashes, content, eligible),
                    new SplittableRandom(name)))
        .list()
        .ofMaxSize(60);
  }
}

package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Synthetic pages of a cluster, with many equal properties, so that every criterion gets to decide.
 */
final class Members {

  private static final List<Verdict.Kind> KINDS =
      List.of(Verdict.Kind.EXACT, Verdict.Kind.NEAR, Verdict.Kind.REVISIT);

  private Members() {}

  /** Pages in lane order, the leader first. */
  static Arbitrary<List<Member>> lanes() {
    return page().list().ofMinSize(1).ofMaxSize(20).map(Members::numbered);
  }

  private static Arbitrary<Member> page() {
    return Combinators.combine(
            Arbitraries.of("http://a.example/", "https://a.example/", "https://a.example/ä/\"b"),
            Arbitraries.of(Features.Canonical.values()),
            Arbitraries.of(Double.NaN, -1.5, -0.0, 0.0, 2.0),
            Arbitraries.of(Features.UNKNOWN, 0L, 1_000L),
            Arbitraries.of(Features.UNMEASURED, 0, 7, 1_000_000))
        .as(
            (url, canonical, score, fetched, tokens) ->
                new Member(
                    url,
                    new Coordinates(0, 0),
                    0,
                    0,
                    null,
                    new Features(canonical, score, fetched, tokens)));
  }

  private static List<Member> numbered(List<Member> pages) {
    Member[] lane = new Member[pages.size()];
    for (int i = 0; i < lane.length; i++) {
      Member page = pages.get(i);
      lane[i] =
          new Member(
              page.url(),
              new Coordinates(i % 3, i),
              1_000 + i,
              10 + i,
              i == 0 ? null : KINDS.get(i % 3),
              page.features());
    }
    return List.of(lane);
  }

  /** The better page is the greater; of equal ones the earlier. */
  static Comparator<Member> order(Policy policy) {
    return (one, other) -> {
      if (policy.better(one, other) != null) {
        return 1;
      }
      return policy.better(other, one) != null
          ? -1
          : Long.compare(other.laneOffset(), one.laneOffset());
    };
  }
}

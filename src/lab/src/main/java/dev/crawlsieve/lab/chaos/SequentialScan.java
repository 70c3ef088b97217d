package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.Member;
import dev.crawlsieve.sites.cluster.Policy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Decides the beginning of each lane again, page by page with a comparison to every leader, and
 * compares the verdicts: all that they say except the table that found a match and how many were
 * compared.
 *
 * <p>The time grows with the square of the length, so it has a bound; what is decided on the first
 * pages of a lane does not depend on later ones. First all verdicts, then page after page.
 */
final class SequentialScan {

  private final DetectorSettings detector;
  private final ClusterSettings clusters;
  private final Policy policy;
  private final int settings;
  private final long bound;
  private final Differences differences;
  private final Map<Integer, Decider> lanes = new HashMap<>();
  private final Map<Coordinates, Member> best = new HashMap<>();
  private final Map<String, Verdict> out = new HashMap<>();
  private long scanned;

  /**
   * @param clusters what is kept in place of other pages
   * @param settings hash of the settings that decide
   * @param bound lane offset after the last page that is scanned
   */
  SequentialScan(
      DetectorSettings detector,
      ClusterSettings clusters,
      int settings,
      long bound,
      Differences differences) {
    this.detector = detector;
    this.clusters = clusters;
    this.policy = new Policy(clusters.policy());
    this.settings = settings;
    this.bound = bound;
    this.differences = differences;
  }

  /** A verdict that is out. */
  void out(Verdict verdict) {
    if (verdict.laneOffset() >= bound) {
      return;
    }
    String place = place(verdict.lane(), verdict.laneOffset());
    if (out.put(place, verdict) != null) {
      differences.add("scan", "there are two verdicts on the page at " + place);
    }
  }

  /** The next page of a lane, and what is known about it. */
  void page(int lane, ComparedPage page, Features features) {
    if (page.laneOffset() >= bound) {
      return;
    }
    Decider decider =
        lanes.computeIfAbsent(
            lane,
            unused ->
                new Decider(new EveryLeader(Detector.of(detector)), detector.name(), settings));
    Verdict expected = kept(decider.decide(lane, page), features.measured(clusters, page.tokens()));
    scanned++;
    String place = place(lane, page.laneOffset());
    Verdict verdict = out.remove(place);
    if (verdict == null) {
      differences.add("scan", "the page at " + place + " has no verdict");
    } else if (!verdict.withoutSearch().equals(expected.withoutSearch())) {
      differences.add(
          "scan", "at " + place + " the verdict is " + verdict + ", a scan gives " + expected);
    }
  }

  /** The same verdict; with {@code dedup.keep=policy} it says in whose place a copy is kept. */
  private Verdict kept(Verdict verdict, Features features) {
    if (!clusters.keepPreferred()) {
      return verdict;
    }
    Member page = Member.of(verdict, features);
    if (verdict.decision() == Verdict.Decision.UNIQUE) {
      best.put(verdict.source(), page);
      return verdict;
    }
    Coordinates leader = verdict.leader().source();
    Member before = Objects.requireNonNull(best.get(leader));
    Criterion by = policy.better(page, before);
    if (by == null) {
      return verdict;
    }
    best.put(leader, page);
    return verdict.replacing(new Verdict.Replaced(before.url(), before.source(), by.text()));
  }

  /** After the last page: finds verdicts on pages that are not there. */
  void end() {
    out.keySet().stream()
        .sorted()
        .forEach(place -> differences.add("scan", "a verdict at " + place + ", but no page"));
  }

  /** How many pages were decided again. */
  long scanned() {
    return scanned;
  }

  private static String place(int lane, long offset) {
    return "lane " + lane + " offset " + offset;
  }
}

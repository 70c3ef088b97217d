package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plants faults in verdicts, each of which must be reported. */
final class SequentialScanTest {

  private static final DetectorSettings DETECTOR = DetectorSettings.simhash(3);
  private static final int SETTINGS = 0x5e771465;
  private static final Verdict.Basis BASIS = new Verdict.Basis(DETECTOR.name(), SETTINGS);
  private static final long[] SIMHASHES = {0, 0b111, 0xff00, 0b1111, 0xff01, -1};

  private final Differences differences = new Differences();
  private final SequentialScan scan =
      new SequentialScan(DETECTOR, clusters("first"), SETTINGS, 100, differences);

  @Test
  void shouldAgreeWithVerdictsThatAreRight() {
    verdicts().forEach(scan::out);
    pages();
    assertThat(differences.counts()).isEmpty();
    assertThat(scan.scanned()).isEqualTo(SIMHASHES.length);
  }

  @Test
  void shouldFindAnAlteredVerdict() {
    List<Verdict> verdicts = verdicts();
    Verdict kept = verdicts.get(3);
    Verdict dropped = verdicts.get(4);
    assertThat(kept.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(dropped.decision()).isEqualTo(Verdict.Decision.DUPLICATE);
    verdicts.set(4, ofAnother(dropped));
    verdicts.forEach(scan::out);
    pages();
    assertThat(differences.counts()).containsEntry("scan", 1L);
    assertThat(differences.shown().get(0)).contains("lane 0 offset 4").contains("a scan gives");
  }

  @Test
  void shouldFindAMissingAndADoubledAndAnUnfoundedVerdict() {
    List<Verdict> verdicts = verdicts();
    Verdict missing = verdicts.remove(2);
    verdicts.add(verdicts.get(0));
    verdicts.add(elsewhere(missing, 50));
    verdicts.forEach(scan::out);
    pages();
    assertThat(differences.counts()).containsEntry("scan", 3L);
    assertThat(differences.shown())
        .anyMatch(told -> told.contains("lane 0 offset 2 has no verdict"))
        .anyMatch(told -> told.contains("two verdicts on the page at lane 0 offset 0"))
        .anyMatch(told -> told.contains("a verdict at lane 0 offset 50, but no page"));
  }

  @Test
  void shouldStopAtItsBound() {
    SequentialScan bounded =
        new SequentialScan(DETECTOR, clusters("first"), SETTINGS, 2, differences);
    verdicts().subList(0, 2).forEach(bounded::out);
    bounded.out(elsewhere(verdicts().get(2), 2));
    for (int i = 0; i < SIMHASHES.length; i++) {
      bounded.page(0, page(i), Features.NONE);
    }
    bounded.end();
    assertThat(bounded.scanned()).isEqualTo(2);
    assertThat(differences.counts()).isEmpty();
  }

  /** Page 4, a copy of page 2, has the better score. */
  @Test
  void shouldKnowWhichPagesAreKeptInPlaceOfOthers() {
    Features scored = new Features(Features.Canonical.NONE, 1, Features.UNKNOWN);
    for (boolean said : List.of(true, false)) {
      SequentialScan policy =
          new SequentialScan(DETECTOR, clusters("policy"), SETTINGS, 100, differences);
      List<Verdict> verdicts = verdicts();
      if (said) {
        Verdict.Replaced page = new Verdict.Replaced(url(2), new Coordinates(1, 2), "score");
        verdicts.set(4, verdicts.get(4).replacing(page));
      }
      verdicts.forEach(policy::out);
      for (int i = 0; i < SIMHASHES.length; i++) {
        policy.page(0, page(i), i == 4 ? scored : Features.NONE);
      }
      policy.end();
      assertThat(differences.counts().getOrDefault("scan", 0L)).isEqualTo(said ? 0 : 1);
    }
  }

  private static ClusterSettings clusters(String keep) {
    return SieveConfig.of(
            Map.of(
                "clusters.enabled", "true", "clusters.policy", "score,https", "dedup.keep", keep))
        .clusters();
  }

  private void pages() {
    for (int i = 0; i < SIMHASHES.length; i++) {
      scan.page(0, page(i), Features.NONE);
    }
    scan.end();
  }

  /**
   * The verdicts by the rule: page 1 is near 0 and page 4 near 2, so both are dropped; page 3 is
   * near 1, but 1 was not kept.
   */
  private static List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    int[] originals = {-1, 0, -1, -1, 2, -1};
    for (int i = 0; i < originals.length; i++) {
      verdicts.add(verdict(i, originals[i]));
    }
    return verdicts;
  }

  private static Verdict verdict(int page, int original) {
    JudgedPage judged = new JudgedPage(url(page), new Coordinates(1, page), 1_000, 0, page, false);
    return original < 0
        ? Verdict.unique(judged, 7, BASIS)
        : Verdict.duplicate(judged, near(page, original), 7, BASIS);
  }

  private static Evidence near(int page, int original) {
    return new Evidence(
        Verdict.Kind.NEAR,
        new Verdict.Original(url(original), new Coordinates(1, original), false),
        Evidence.Match.NEAR,
        Long.bitCount(SIMHASHES[page] ^ SIMHASHES[original]),
        -1,
        -1,
        Reason.NOTHING_LOST,
        -1,
        new Lost(0, 0, Map.of(), 0, true),
        "simhash-1");
  }

  private static Verdict ofAnother(Verdict dropped) {
    Evidence right = dropped.evidence();
    Evidence wrong =
        new Evidence(
            right.kind(),
            new Verdict.Original(url(3), new Coordinates(1, 3), false),
            right.match(),
            right.distance(),
            right.similarity(),
            right.agreeing(),
            Reason.NOTHING_LOST,
            -1,
            right.table());
    return Verdict.duplicate(dropped.page(), wrong, dropped.compared(), dropped.basis());
  }

  private static Verdict elsewhere(Verdict verdict, long laneOffset) {
    JudgedPage page =
        new JudgedPage(
            verdict.url(),
            verdict.source(),
            verdict.timestamp(),
            verdict.lane(),
            laneOffset,
            false);
    return Verdict.unique(page, verdict.compared(), verdict.basis());
  }

  private static ComparedPage page(int number) {
    Fingerprint fingerprint =
        TestFingerprints.of(
            new Coordinates(1, number),
            1_000,
            url(number),
            number,
            new ContentHash(number, number),
            number,
            SIMHASHES[number],
            new short[0],
            100,
            97,
            "en",
            Fingerprint.FLAG_TEXT | Fingerprint.FLAG_NEAR_ELIGIBLE,
            1);
    return ComparedPage.of(ScopeKey.NONE, number, FingerprintCodec.encode(fingerprint));
  }

  private static String url(int page) {
    return "https://host.example/" + page;
  }
}

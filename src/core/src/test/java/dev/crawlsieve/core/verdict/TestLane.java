package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A lane for tests: pages go in, verdicts come out. */
final class TestLane {

  static final long SCOPE = 7;

  private final Decider decider;
  private final Overrides overrides;
  private final List<Fingerprint> pages = new ArrayList<>();
  private long next;

  TestLane(int maxDistance) {
    this(DetectorSettings.simhash(maxDistance));
  }

  TestLane(DetectorSettings detector) {
    this(detector, RuleSettings.DEFAULT);
  }

  TestLane(DetectorSettings detector, RuleSettings rule) {
    LinearScanIndex index = new LinearScanIndex(Detector.of(detector), rule);
    this.overrides = rule.overrides();
    this.decider = new Decider(index, detector.name(), 0x5e771465);
  }

  /** A page with the given content. */
  static Fingerprint page(String url, long simhash, long content, boolean nearEligible) {
    return page(url, simhash, new short[0], content, nearEligible);
  }

  /** A page with the given content and sketch. */
  static Fingerprint page(
      String url, long simhash, short[] sketch, long content, boolean nearEligible) {
    return TestFingerprints.of(
        new Coordinates(0, 0),
        1_000,
        url,
        url.hashCode(),
        new ContentHash(content, ~content),
        content,
        simhash,
        sketch,
        100,
        97,
        "en",
        Fingerprint.FLAG_TEXT | (nearEligible ? Fingerprint.FLAG_NEAR_ELIGIBLE : 0),
        1);
  }

  /** A sketch that differs from a seed's in the min-hashes with these indexes. */
  static short[] sketch(long seed, Collection<Integer> changed) {
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) (seed * 1000 + i + (changed.contains(i) ? 500 : 0));
    }
    return sketch;
  }

  Verdict decide(Fingerprint page) {
    return decide(SCOPE, page);
  }

  Verdict decide(long scope, Fingerprint page) {
    Fingerprint placed = placed(page, new Coordinates(0, next));
    pages.add(placed);
    return decider.decide(
        0,
        ComparedPage.of(new ScopeKey(scope, 0), next++, FingerprintCodec.encode(placed))
            .overriddenBy(overrides.of(page.url()).decision()));
  }

  /** The page at an offset. */
  Fingerprint at(long offset) {
    return pages.get((int) offset);
  }

  private static Fingerprint placed(Fingerprint page, Coordinates at) {
    Fingerprint placed =
        TestFingerprints.of(
                at,
                page.timestamp(),
                page.url(),
                page.urlHash(),
                page.content(),
                page.bodyHash(),
                page.simhash(),
                page.sketch(),
                page.tokens(),
                page.shingles(),
                page.language(),
                page.flags(),
                page.settings())
            .named(page.name());
    return TestFingerprints.saying(placed, page.blocks());
  }
}

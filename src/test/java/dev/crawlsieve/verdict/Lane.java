package dev.crawlsieve.verdict;

import dev.crawlsieve.fingerprint.ContentHash;
import dev.crawlsieve.fingerprint.Coordinates;
import dev.crawlsieve.fingerprint.Fingerprint;
import dev.crawlsieve.fingerprint.FingerprintCodec;
import dev.crawlsieve.index.LeaderIndex;
import dev.crawlsieve.index.LeaderRecord;
import dev.crawlsieve.index.LinearScanIndex;
import java.util.ArrayList;
import java.util.List;

/** A lane for tests: pages go in, verdicts come out. */
final class Lane {

  static final long SCOPE = 7;

  private final Decider decider;
  private final List<Fingerprint> pages = new ArrayList<>();
  private long next;

  Lane(int maxDistance) {
    this(new LinearScanIndex(maxDistance));
  }

  Lane(LeaderIndex index) {
    this.decider = new Decider(index, "simhash", 0x5e771465);
  }

  /** A page with content of its own. */
  static Fingerprint page(String url, long simhash, long content, boolean nearEligible) {
    return new Fingerprint(
        new Coordinates(0, 0),
        1_000,
        url,
        url.hashCode(),
        new ContentHash(content, ~content),
        content,
        simhash,
        new short[0],
        100,
        97,
        "en",
        Fingerprint.FLAG_TEXT | (nearEligible ? Fingerprint.FLAG_NEAR_ELIGIBLE : 0),
        1);
  }

  Verdict decide(Fingerprint page) {
    return decide(SCOPE, page);
  }

  Verdict decide(long scope, Fingerprint page) {
    Fingerprint placed = placed(page, new Coordinates(0, next));
    pages.add(placed);
    return decider.decide(
        0, LeaderRecord.of(scope, next++, FingerprintCodec.encode(placed)), placed);
  }

  /** The page that stands at an offset. */
  Fingerprint at(long offset) {
    return pages.get((int) offset);
  }

  private static Fingerprint placed(Fingerprint page, Coordinates at) {
    return new Fingerprint(
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
        page.settings());
  }
}

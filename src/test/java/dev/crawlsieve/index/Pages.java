package dev.crawlsieve.index;

import dev.crawlsieve.fingerprint.ContentHash;
import dev.crawlsieve.fingerprint.Coordinates;
import dev.crawlsieve.fingerprint.Fingerprint;
import dev.crawlsieve.fingerprint.FingerprintCodec;

/** Records of made-up pages. */
final class Pages {

  private static final short[] SKETCH = new short[Fingerprint.SKETCH_SIZE];

  private Pages() {}

  static LeaderRecord page(long id, long scope, ContentHash content, long simhash, boolean near) {
    Fingerprint fingerprint =
        new Fingerprint(
            new Coordinates(0, id),
            id,
            "https://www.example.com/a/page/of/usual/length/" + id,
            id,
            content,
            id,
            simhash,
            SKETCH,
            100,
            98,
            "en",
            near ? Fingerprint.FLAG_NEAR_ELIGIBLE | Fingerprint.FLAG_TEXT : Fingerprint.FLAG_TEXT,
            1);
    return LeaderRecord.of(scope, id, FingerprintCodec.encode(fingerprint));
  }

  /** A near-eligible page of the scope 0 whose content no other id has. */
  static LeaderRecord page(long id, long simhash) {
    return page(id, 0, new ContentHash(Keys.mix(id), id), simhash, true);
  }
}

package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.PageCharset;

/** Fingerprints of pages without a name, and without other text, that came as characters. */
public final class TestFingerprints {

  private TestFingerprints() {}

  /** A fingerprint with these features, see {@link Fingerprint}. */
  public static Fingerprint of(
      Coordinates source,
      long timestamp,
      String url,
      long urlHash,
      ContentHash content,
      long bodyHash,
      long simhash,
      short[] sketch,
      int tokens,
      int shingles,
      String language,
      int flags,
      int settings) {
    return new Fingerprint(
        source,
        timestamp,
        url,
        urlHash,
        content,
        bodyHash,
        simhash,
        0,
        sketch,
        PageName.NONE,
        BlockList.NONE,
        tokens,
        shingles,
        0,
        language,
        PageCharset.NONE,
        flags,
        settings);
  }

  /** The same page, saying this. */
  public static Fingerprint saying(Fingerprint page, BlockList blocks) {
    return new Fingerprint(
        page.source(),
        page.timestamp(),
        page.url(),
        page.urlHash(),
        page.content(),
        page.bodyHash(),
        page.simhash(),
        page.rest(),
        page.sketch(),
        page.name(),
        blocks,
        page.tokens(),
        page.shingles(),
        page.restShingles(),
        page.language(),
        page.charset(),
        page.flags(),
        page.settings());
  }
}

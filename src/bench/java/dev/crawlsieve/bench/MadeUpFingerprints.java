package dev.crawlsieve.bench;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;

/** Made-up fingerprints in their stored form, until so many pages were new. */
public final class MadeUpFingerprints {

  private final GrowthSettings growth;
  private final MadeUpPages pages;

  /**
   * @param maxDistance k, most bits in which near-copies differ from their originals
   * @param settingsHash hash of the settings that they claim to be made with
   */
  public MadeUpFingerprints(GrowthSettings growth, int maxDistance, int settingsHash) {
    this.growth = growth;
    this.pages = growth.pages(maxDistance, settingsHash);
  }

  /** The next record, or null after the last. */
  public byte[] next() {
    return pages.originals() == growth.leaders() ? null : FingerprintCodec.encode(pages.next());
  }
}

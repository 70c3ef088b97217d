package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;

/** Synthetic fingerprints in their stored form, up to a number of new pages. */
public final class MadeUpFingerprints {

  private final GrowthSettings growth;
  private final MadeUpPages pages;

  /**
   * @param maxDistance k, maximum number of bits in which near-copies differ from their originals
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

  /** Name of the last record's scope. */
  public byte[] scope() {
    return pages.scope();
  }
}

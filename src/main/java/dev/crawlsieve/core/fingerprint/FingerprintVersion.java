package dev.crawlsieve.core.fingerprint;

/**
 * The versions of what turns a text into features: tokens, shingles, SimHash, sketch, hashes.
 *
 * <p>Features of different versions cannot be compared. A version's features never change; the
 * pinned vectors hold them. A new version comes with a new format of the stored record.
 */
public enum FingerprintVersion {
  /** The first version, which is no longer made or read. */
  V1((byte) 1),
  /**
   * A page that has neither text nor body has the content hash of its URL; text that declares no
   * character set is read in the one that its bytes look like.
   */
  V2(FingerprintCodec.VERSION);

  private final byte format;

  FingerprintVersion(byte format) {
    this.format = format;
  }

  /** Format version of the stored records that hold this version's features. */
  public byte format() {
    return format;
  }
}

package dev.crawlsieve.core.fingerprint;

/**
 * The versions of the algorithms that turn a text into features: tokens, shingles, SimHash, sketch,
 * hashes.
 *
 * <p>Features of different versions cannot be compared. A version's features never change; pinned
 * test vectors make sure of that. A new version comes with a new format of the stored record.
 */
public enum FingerprintVersion {
  /** The first version, which can no longer be made or read. */
  V1((byte) 1),
  /** The second version, without the names of pages. */
  V2((byte) 2),
  /**
   * With what the page calls itself. Main text is never a footer, and keeps its heading. In scripts
   * without spaces a token is a grapheme cluster.
   */
  V3(FingerprintCodec.VERSION);

  private final byte format;

  FingerprintVersion(byte format) {
    this.format = format;
  }

  /** Format version of the stored records that hold this version's features. */
  public byte format() {
    return format;
  }
}

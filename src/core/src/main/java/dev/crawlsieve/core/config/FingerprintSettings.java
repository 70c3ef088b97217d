package dev.crawlsieve.core.config;

/**
 * Everything that decides what a page's fingerprint holds, and whether it gets one.
 *
 * @param page how records become pages
 * @param accept which pages are judged
 * @param text which of a page's text counts
 * @param scope which pages are compared with each other
 * @param shingles how text becomes features
 * @param seed the secret in the hashes of text
 * @param hash of these settings, stored with each fingerprint, so that none is compared with one
 *     made in another way
 */
public record FingerprintSettings(
    PageSettings page,
    AcceptSettings accept,
    TextSettings text,
    Scope scope,
    ShingleSettings shingles,
    FingerprintSeed seed,
    int hash) {

  /**
   * The defaults for raw bodies. The hash is that of the same settings by name, so it changes when
   * any default does.
   */
  public static final FingerprintSettings RAW =
      new FingerprintSettings(
          PageSettings.RAW,
          AcceptSettings.DEFAULT,
          TextSettings.MAIN,
          Scope.GLOBAL,
          ShingleSettings.DEFAULT,
          FingerprintSeed.NONE,
          0xa949d5be);

  /**
   * {@return these settings, which have no seed, with this one}
   *
   * @param other the seed
   */
  public FingerprintSettings seeded(FingerprintSeed other) {
    return new FingerprintSettings(page, accept, text, scope, shingles, other, other.hash(hash));
  }
}

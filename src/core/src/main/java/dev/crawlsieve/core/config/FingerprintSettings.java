package dev.crawlsieve.core.config;

/**
 * Everything that decides whether a page gets a fingerprint and what the fingerprint holds.
 *
 * @param page how records are read as pages
 * @param accept which pages are judged
 * @param text which parts of a page are its text
 * @param scope which pages are compared with each other
 * @param seed the secret in the hashes of text
 * @param hash hash of these settings; stored with each fingerprint, so fingerprints made under
 *     different settings are never compared
 */
public record FingerprintSettings(
    PageSettings page,
    AcceptSettings accept,
    TextSettings text,
    Scope scope,
    FingerprintSeed seed,
    int hash) {

  /**
   * The defaults for raw bodies. The hash is made from the names and values of these settings, so
   * it changes when any default does.
   */
  public static final FingerprintSettings RAW =
      new FingerprintSettings(
          PageSettings.RAW,
          AcceptSettings.DEFAULT,
          TextSettings.MAIN,
          Scope.GLOBAL,
          FingerprintSeed.NONE,
          0xa949d5be);

  /**
   * {@return these settings, which must have no seed, with a seed}
   *
   * @param other the seed
   */
  public FingerprintSettings seeded(FingerprintSeed other) {
    return new FingerprintSettings(page, accept, text, scope, other, other.hash(hash));
  }
}

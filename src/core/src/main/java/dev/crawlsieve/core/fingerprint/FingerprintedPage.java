package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import java.util.function.Supplier;

/**
 * A page, its fingerprint, and the scope in which it is compared.
 *
 * @param scope the scope's name
 * @param page the page
 * @param normalized the normal form shared by all its URLs
 * @param canonical target of the canonical link in the markup, as written, or the empty string
 * @param reading returns the extracted text; to be called on the thread that made the fingerprint,
 *     before it makes the next one
 */
public record FingerprintedPage(
    byte[] scope,
    Fingerprint fingerprint,
    Page page,
    String normalized,
    String canonical,
    Supplier<PageText> reading) {

  /** Its extracted text. If the body was known, it is read again for this. */
  public PageText text() {
    return reading.get();
  }

  /** The lane that decides on it, given the number of lanes. */
  public int lane(int lanes) {
    return ScopeHash.lane(scope, lanes);
  }
}

package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import java.util.function.Supplier;

/**
 * A page's fingerprint, the scope that it is compared in, and what both were made from.
 *
 * @param scope the scope's name
 * @param page the page
 * @param canonical address of the canonical link in the markup, as written, or the empty string
 * @param reading gives its extracted text, on the thread that made the fingerprint, before the next
 */
public record FingerprintedPage(
    byte[] scope,
    Fingerprint fingerprint,
    Page page,
    String canonical,
    Supplier<PageText> reading) {

  /** Its extracted text; is read for it if the body was known. */
  public PageText text() {
    return reading.get();
  }

  /** The lane that decides on it, given the number of lanes. */
  public int lane(int lanes) {
    return ScopeHash.lane(scope, lanes);
  }
}

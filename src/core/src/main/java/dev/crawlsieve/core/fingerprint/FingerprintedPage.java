package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;

/**
 * A page's fingerprint, the scope that it is compared in, and what both were made from.
 *
 * @param scope the scope's name
 * @param page the page
 * @param text its extracted text
 */
public record FingerprintedPage(byte[] scope, Fingerprint fingerprint, Page page, PageText text) {

  /** The lane that decides on it, given the number of lanes. */
  public int lane(int lanes) {
    return ScopeHash.lane(scope, lanes);
  }
}

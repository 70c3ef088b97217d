package dev.crawlsieve.core.corpus;

import java.util.Objects;

/**
 * A real page to make variants of.
 *
 * @param url an absolute URL, of this page only
 * @param html its markup
 */
public record SourcePage(String url, String html) {

  public SourcePage {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(html, "html");
  }
}

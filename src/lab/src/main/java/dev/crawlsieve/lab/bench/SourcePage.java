package dev.crawlsieve.lab.bench;

import java.util.Objects;

/**
 * A real page from which variants are made.
 *
 * @param url an absolute URL, unique to this page
 * @param html its markup
 */
public record SourcePage(String url, String html) {

  public SourcePage {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(html, "html");
  }
}

package dev.crawlsieve.page;

import java.util.Optional;

/** Finds the markup of pages, in characters. */
public final class Markup {

  private Markup() {}

  /** The page's HTML, whatever its character set; empty if the page is none. */
  public static Optional<String> of(Page page) {
    ContentType type = ContentType.parse(page.contentType());
    if (!type.isDeclared()) {
      ContentType seen =
          page.bytes() == null ? HtmlSniffer.sniff(page.text()) : HtmlSniffer.sniff(page.bytes());
      type = new ContentType(seen.type(), type.charset());
    }
    if (!type.isHtml()) {
      return Optional.empty();
    }
    return Optional.of(
        page.bytes() == null ? page.text() : BodyDecoder.decode(page.bytes(), type, true).text());
  }
}

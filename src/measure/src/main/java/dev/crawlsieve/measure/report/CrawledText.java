package dev.crawlsieve.measure.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache.Escaper;
import dev.crawlsieve.core.text.Printable;

/** Makes crawled text harmless to display: a URL or the words of a page may contain anything. */
public final class CrawledText {

  private static final int REPLACEMENT = 0xfffd;

  private static final Escaper HTML =
      Escapers.simple(
          new String[][] {
            {"&", "&amp;"},
            {"<", "&lt;"},
            {">", "&gt;"},
            {"\"", "&quot;"},
            {"'", "&apos;"},
            {"\u00a0", "&nbsp;"}
          });

  private CrawledText() {}

  /**
   * The text with U+FFFD in place of characters that are not {@linkplain Printable#is printable}.
   */
  public static String printable(String text) {
    return text.codePoints()
        .map(c -> Printable.is(c) ? c : REPLACEMENT)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** The text escaped for an element or a quoted attribute. */
  public static String escaped(String text) {
    return HTML.escape(printable(text));
  }
}

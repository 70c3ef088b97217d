package dev.crawlsieve.core.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache.Escaper;

/** What a crawl brought, made harmless to show: a URL or words of a page may hold anything. */
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
   * The text with U+FFFD in place of what is not a character, or moves the cursor, or turns the
   * direction of what follows.
   */
  public static String printable(String text) {
    return text.codePoints()
        .map(c -> isHarmless(c) ? c : REPLACEMENT)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isHarmless(int c) {
    boolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    boolean breaksLine = c == 0x2028 || c == 0x2029;
    boolean noCharacter =
        (c >= 0xfdd0 && c <= 0xfdef)
            || (c & 0xfffe) == 0xfffe
            || Character.getType(c) == Character.SURROGATE;
    return !Character.isISOControl(c) && !turns && !breaksLine && !noCharacter;
  }

  /** The text as it stands in an element or in a quoted attribute. */
  public static String escaped(String text) {
    return HTML.escape(printable(text));
  }
}

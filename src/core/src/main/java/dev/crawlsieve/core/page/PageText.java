package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Utf8Text;

/**
 * A page's text as a reader would see it.
 *
 * @param title the page's title, white space collapsed, or the empty string
 * @param heading the text of the page's first heading of level 1 that is not hidden, white space
 *     collapsed, or the empty string
 * @param compared the text that is compared, white space collapsed to single blanks within a block,
 *     with one line feed between blocks; empty if the body is not text or has no text
 * @param rest the other text of the page, such as menus, notices, dates, quotes of mails, what is
 *     hidden and what scripts' data say, in the same form
 * @param language declared language as a lower-case BCP 47 tag, or the empty string
 * @param charset the charset in which the body was decoded
 * @param mainFallback whether no reliable main text was found, so all visible text is compared
 * @param lists whether the text that is compared lists other pages, as that of a tag does
 * @param canonical target of the canonical link in the markup, as written, or the empty string
 * @param refresh the address to which the markup redirects browsers within 10 s, as written, or the
 *     empty string
 * @param blocks the blocks of the visible text, both of the text that is compared and of the rest
 */
public record PageText(
    String title,
    String heading,
    Utf8Text compared,
    Utf8Text rest,
    String language,
    PageCharset charset,
    boolean mainFallback,
    boolean lists,
    String canonical,
    String refresh,
    PageBlocks blocks) {

  /** The text of a page without a heading, a canonical link or a redirect. */
  public PageText(
      String title, String text, String language, PageCharset charset, boolean mainFallback) {
    this(
        title,
        "",
        Utf8Text.of(text),
        Utf8Text.NONE,
        language,
        charset,
        mainFallback,
        false,
        "",
        "",
        PageBlocks.lines(Utf8Text.of(text), Utf8Text.NONE));
  }

  /** The text that is compared, as a string. */
  public String text() {
    return compared.toString();
  }
}

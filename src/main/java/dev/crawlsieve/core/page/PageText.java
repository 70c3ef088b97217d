package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Utf8Text;
import java.util.Objects;

/**
 * A page's text, for people.
 *
 * @param title the page's title, white space collapsed, or the empty string
 * @param said the text that is compared, white space collapsed to single blanks within a block and
 *     one line feed between blocks; empty if the body is not text or says nothing
 * @param language declared language as a lower-case BCP 47 tag, or the empty string
 * @param charset the character set that it was read in
 * @param mainFallback whether no main part could be trusted, so that the text is all that is
 *     visible
 * @param canonical address of the canonical link in its markup, as written, or the empty string
 * @param refresh where its markup sends browsers within 10 s, as written, or the empty string
 */
public record PageText(
    String title,
    Utf8Text said,
    String language,
    PageCharset charset,
    boolean mainFallback,
    String canonical,
    String refresh) {

  public PageText {
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(said, "said");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(charset, "charset");
    Objects.requireNonNull(canonical, "canonical");
    Objects.requireNonNull(refresh, "refresh");
  }

  /** What a page says that has no canonical link. */
  public PageText(
      String title, String text, String language, PageCharset charset, boolean mainFallback) {
    this(title, Utf8Text.of(text), language, charset, mainFallback, "", "");
  }

  /** The text that is compared, as a string. */
  public String text() {
    return said.toString();
  }
}

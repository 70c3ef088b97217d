package dev.crawlsieve.core.index;

import java.util.Locale;

/** Why a page is a copy of a similar kept page, or is none: the principle that decides. */
public enum Reason {
  /** Both are at one URL. */
  SAME_URL(true),
  /** The kept page says and shows all that the page does. */
  NOTHING_LOST(true),
  /** One item by address: two forms, releases or languages of one page, or one canonical link. */
  SAME_ADDRESS(true),
  /** One item by title and heading, with the same facts and nearly the same text. */
  SAME_NAME(true),
  /** One text in the frames of two sites, or one list in two frames of a site. */
  SAME_TEXT(true),
  /** Two texts without titles that are similar enough. */
  SIMILAR(true),

  /** Two titles, headings and addresses on one site, where many pages have such a text. */
  OTHER_NAME(false),
  /** Two texts without titles that are not similar enough, or replace words. */
  OTHER_TEXT(false),
  /** A page has more blocks than are listed, so it is not known what is lost. */
  UNKNOWN_LOSS(false),
  /** Two pages of one list. */
  OTHER_PAGE(false),
  /** A line or a number of the item is lost: a date, a place, a price. */
  FACT_LOST(false),
  /** A title or first heading is lost. */
  NAME_LOST(false),
  /** Too many words are lost. */
  TEXT_LOST(false),
  /** The site has many texts under the title and heading of the two. */
  COMMON_NAME(false),
  /** The page's own site has the text under many names, so another site's page proves nothing. */
  TEMPLATE(false),
  /** Each shows a picture, or offers a file, that the other one does not. */
  OTHER_PICTURES(false);

  private final boolean copy;

  Reason(boolean copy) {
    this.copy = copy;
  }

  /** {@return whether it makes the page a copy} */
  public boolean isCopy() {
    return copy;
  }

  /** {@return its name in verdicts, for example {@code nothing-lost}} */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * {@return the reason with a name}
   *
   * @param text the name, see {@link #text}
   * @throws IllegalArgumentException if there is none
   */
  public static Reason of(String text) {
    for (Reason reason : values()) {
      if (reason.text().equals(text)) {
        return reason;
      }
    }
    throw new IllegalArgumentException("no reason is called " + text);
  }
}

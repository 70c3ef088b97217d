package dev.crawlsieve.core.html;

import java.util.Locale;

/** Why a page cannot be scanned in one pass, so that its tree has to be built. */
public enum Doubt {
  /** Content of a table outside its cells, which belongs before the table. */
  FOSTER_PARENTING,
  /** A formatting element that ends inside a block that began in it. */
  MISNESTED_FORMATTING,
  /** A formatting element open more than three times. */
  REPEATED_FORMATTING,
  /** A second start tag of the root or the body, with attributes to be merged. */
  LATE_ATTRIBUTES,
  FRAMESET,
  /**
   * A template with cells and formatting elements, or with raw text after SVG, MathML or a column;
   * a template or noscript in SVG or MathML.
   */
  TEMPLATE,
  /** More open elements than jsoup supports. */
  DEPTH,
  /** A title or text area without an end tag. */
  UNENDED_TEXT,
  /** Raw text or a comment without an end that contains more than half of the page. */
  SWALLOWED,
  /** A named reference that is not in the table, or a reference to an unpaired surrogate. */
  REFERENCE,
  /** A zero byte. */
  NUL,
  /** Bytes that are not UTF-8. */
  MALFORMED;

  /** The name in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  DoubtException exception() {
    return new DoubtException(this);
  }

  /** Abandons the page, from any depth; the scanner turns it into its result. */
  static final class DoubtException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Doubt doubt;

    private DoubtException(Doubt doubt) {
      super(doubt.name(), null, false, false);
      this.doubt = doubt;
    }

    Doubt doubt() {
      return doubt;
    }
  }
}

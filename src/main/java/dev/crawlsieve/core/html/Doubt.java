package dev.crawlsieve.core.html;

/** Why a page cannot be read in one pass, so that it has to be built as a tree. */
public enum Doubt {
  /** Content of a table that stands outside of its cells, and so before the table. */
  FOSTER_PARENTING,
  /** A formatting element that ends within a block which began in it. */
  MISNESTED_FORMATTING,
  /** A formatting element open more than three times. */
  REPEATED_FORMATTING,
  /** A second start tag of the root or the body, with attributes to be merged. */
  LATE_ATTRIBUTES,
  FRAMESET,
  /**
   * A template with cells and formatting elements, with raw text after a drawing or a column, or
   * with noscript; a template or noscript in a drawing.
   */
  TEMPLATE,
  /** More open elements than jsoup holds. */
  DEPTH,
  /** A title or text area that does not end. */
  UNENDED_TEXT,
  /** A reference by a name that is not in the table, or to half of a surrogate pair. */
  REFERENCE,
  /** The byte 0. */
  NUL,
  /** Bytes that are not UTF-8. */
  MALFORMED;

  DoubtException exception() {
    return new DoubtException(this);
  }

  /** Leaves the page, from whatever depth; the scanner turns it into its result. */
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

package dev.crawlsieve.core.html;

/**
 * Receives the contents of a page's markup, in document order. Except for {@link #open}, methods do
 * nothing by default.
 */
public interface HtmlSink {

  /** How an element's content is read. */
  enum Reading {
    /** The content is not read, except what is to play, and the end is not reported. */
    SKIPPED,
    /** The content is read as if the element did not exist, and the end is not reported. */
    TRANSPARENT,
    /** The content is read, and the end is reported. */
    ENCLOSING
  }

  /**
   * An element begins.
   *
   * @param tag its start tag; valid only during the call
   */
  Reading open(ElementName name, StartTag tag);

  /** The innermost open element that is {@link Reading#ENCLOSING} ends. */
  default void close() {}

  /**
   * Text, {@code utf8[from, to)}: well-formed, with references resolved; valid only during the
   * call.
   */
  default void text(byte[] utf8, int from, int to) {}

  /**
   * The text of a script or of {@code noscript}, {@code utf8[from, to)}, as written; valid only
   * during the call. The element was reported before, unless it is inside a skipped one.
   */
  default void raw(byte[] utf8, int from, int to) {}

  /**
   * An element ends before elements that began in it and are still open.
   *
   * @param above number of open {@link Reading#ENCLOSING} elements that began after it
   * @return whether the sink closes it now; otherwise it is closed later, as elements nest
   */
  default boolean leave(int above) {
    return false;
  }

  /** A further start tag of the root, after its content has begun. */
  default void root(StartTag tag) {}

  /**
   * A title of the document, as written in the markup.
   *
   * @param inHead whether it comes before the body
   */
  default void title(String text, boolean inHead) {}

  /**
   * A {@code <link>} of the document, outside foreign content, templates and {@code noscript}.
   *
   * @param tag its tag; valid only during the call
   * @param inHead whether it comes before the body
   */
  default void link(StartTag tag, boolean inHead) {}

  /**
   * A {@code <meta>} element, outside foreign content, templates and {@code noscript}.
   *
   * @param tag its tag; valid only during the call
   */
  default void meta(StartTag tag) {}
}

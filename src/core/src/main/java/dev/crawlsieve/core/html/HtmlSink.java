package dev.crawlsieve.core.html;

/** Receives the contents of a page's markup, in the page's order; ignores them by default. */
public interface HtmlSink {

  /** How an element's content is read. */
  enum Reading {
    /** Its content is not read, and its end is not reported. */
    SKIPPED,
    /** Its content is read as if the element did not exist, and its end is not reported. */
    TRANSPARENT,
    /** Its end is reported. */
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
   * Text, {@code utf8[from, to)}, well-formed and without references; valid only during the call.
   */
  default void text(byte[] utf8, int from, int to) {}

  /**
   * The text of a script or of {@code noscript}, {@code utf8[from, to)}, as written; valid only
   * during the call. Its tag was opened before, unless it is in an element that is skipped.
   */
  default void raw(byte[] utf8, int from, int to) {}

  /**
   * An element ends before those that began in it, and were not closed.
   *
   * @param above number of open enclosing elements that began after it
   * @return whether it is closed; if not it is closed later, as elements nest
   */
  default boolean leave(int above) {
    return false;
  }

  /** Another start tag of the root, after its content began. */
  default void root(StartTag tag) {}

  /**
   * A title of the document, as written.
   *
   * @param inHead whether it precedes the body
   */
  default void title(String text, boolean inHead) {}

  /**
   * A {@code <link>} of the document, outside foreign content, templates and {@code noscript}.
   *
   * @param tag its tag; valid only during the call
   * @param inHead whether it precedes the body
   */
  default void link(StartTag tag, boolean inHead) {}

  /**
   * A {@code <meta>} element, outside foreign content, templates and {@code noscript}.
   *
   * @param tag its tag; valid only during the call
   */
  default void meta(StartTag tag) {}
}

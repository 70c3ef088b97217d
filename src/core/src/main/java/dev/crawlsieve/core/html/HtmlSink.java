package dev.crawlsieve.core.html;

/** Receives the contents of a page's markup, in the order of its tree; ignores them by default. */
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
   * @param attributes those of its start tag; valid only during the call
   */
  Reading open(ElementName name, HtmlAttributes attributes);

  /** The innermost open element that is {@link Reading#ENCLOSING} ends. */
  default void close() {}

  /**
   * Text, {@code utf8[from, to)}, well-formed and without references; valid only during the call.
   */
  default void text(byte[] utf8, int from, int to) {}

  /**
   * An open element ends before a block that began in it, and a copy of it begins in the block,
   * around everything in the block so far.
   *
   * @param elementsIn number of open enclosing elements that began after it
   * @param elementsInBlock number of those that began after the block
   * @return whether the sink could follow
   */
  default boolean moveInto(int elementsIn, int elementsInBlock) {
    return true;
  }

  /**
   * Another start tag of the root or the body; only attributes that the first did not have count.
   *
   * @return whether the sink could still accept them
   */
  default boolean merge(ElementName name, HtmlAttributes attributes) {
    return true;
  }

  /**
   * A title of the document, as written.
   *
   * @param inHead whether it is in the head
   */
  default void title(String text, boolean inHead) {}

  /**
   * A {@code <link>} of the document, outside foreign content, templates and {@code noscript}.
   *
   * @param attributes those of its tag; valid only during the call
   * @param inHead whether it is in the head
   */
  default void link(HtmlAttributes attributes, boolean inHead) {}

  /**
   * A {@code <meta>} element, outside foreign content, templates and {@code noscript}.
   *
   * @param attributes those of its tag; valid only during the call
   */
  default void meta(HtmlAttributes attributes) {}
}

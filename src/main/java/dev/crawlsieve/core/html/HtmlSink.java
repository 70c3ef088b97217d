package dev.crawlsieve.core.html;

/** Takes what a page's markup says, in the order in which its tree would hold it. */
public interface HtmlSink {

  /** How an element stands to what is around it. */
  enum Reading {
    /** What it holds is not read; its end is not told. */
    SKIPPED,
    /** What it holds is read as if the element were not there; its end is not told. */
    TRANSPARENT,
    /** Its end is told. */
    ENCLOSING
  }

  /**
   * An element begins.
   *
   * @param attributes those of its start tag; not to be kept
   */
  Reading open(ElementName name, HtmlAttributes attributes);

  /** The element that was begun last, of those that enclose, ends. */
  void close();

  /** Text, {@code utf8[from, to)}, well-formed and without references; not to be kept. */
  void text(byte[] utf8, int from, int to);

  /**
   * An open element ends before a block that began in it, and another like it begins in the block,
   * around all that the block holds until now.
   *
   * @param elementsIn how many of the enclosing elements that are open began after it
   * @param elementsInBlock how many of them began after the block
   * @return whether the sink could follow
   */
  boolean moveInto(int elementsIn, int elementsInBlock);

  /**
   * Another start tag of the root or the body, of whose attributes those count that the first did
   * not have.
   *
   * @return whether the sink could still take them in
   */
  boolean merge(ElementName name, HtmlAttributes attributes);

  /**
   * A title of the document, as it is written.
   *
   * @param inHead whether it stands in the head
   */
  void title(String text, boolean inHead);

  /**
   * A link of the document to another, {@code <link>}, outside of drawings, templates and {@code
   * noscript}.
   *
   * @param attributes those of its tag; not to be kept
   * @param inHead whether it stands in the head
   */
  void link(HtmlAttributes attributes, boolean inHead);

  /**
   * What the document says of itself, {@code <meta>}, outside of drawings, templates and {@code
   * noscript}.
   *
   * @param attributes those of its tag; not to be kept
   */
  void meta(HtmlAttributes attributes);
}

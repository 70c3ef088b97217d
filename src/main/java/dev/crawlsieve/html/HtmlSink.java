package dev.crawlsieve.html;

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
   * A title of the document, as it is written.
   *
   * @param inHead whether it stands in the head
   */
  void title(String text, boolean inHead);
}

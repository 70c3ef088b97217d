package dev.crawlsieve.core.html;

/**
 * Scans a page's markup in one pass, without building a tree, and reports its contents to a sink.
 *
 * <p>Memory is bounded by the depth of the page, at most 512, and by a table of short names;
 * nothing is recursive. Not thread-safe: the table is reused from page to page.
 */
public final class HtmlScanner {

  private final UnknownNames names = new UnknownNames();

  /**
   * Scans a page, {@code utf8[from, utf8.length)}, without its byte order mark, and {@link
   * Utf8#isClean clean}.
   *
   * @param work counts the cost
   * @throws Work.ExceededException if it costs too much
   */
  public void scan(byte[] utf8, int from, HtmlSink sink, Work work) {
    new MarkupReader(utf8, from, sink, names, work, true).read();
  }

  /**
   * Scans the beginning of a page: what does not end in it is taken to continue after it, however
   * long it is.
   *
   * @param utf8 {@link Utf8#isClean clean}
   * @param work counts the cost
   * @throws Work.ExceededException if it costs too much
   */
  public void scanBeginning(byte[] utf8, HtmlSink sink, Work work) {
    new MarkupReader(utf8, 0, sink, names, work, false).read();
  }
}

package dev.crawlsieve.core.html;

/**
 * Scans the markup of a page in one pass, without building a tree, and reports its contents to a
 * sink.
 *
 * <p>Memory is bounded by the depth of the page, at most 512, and by a table of short names; only
 * frames recur, at most three deep. Not thread-safe: the table is reused from page to page.
 */
public final class HtmlScanner {

  private final UnknownNames names = new UnknownNames();

  /**
   * Scans a page, {@code utf8[from, utf8.length)}. It must be {@link Utf8#isClean clean} and must
   * not begin with a byte order mark.
   *
   * @param work the budget for the page
   * @throws Work.ExceededException if it costs too much
   */
  public void scan(byte[] utf8, int from, HtmlSink sink, Work work) {
    new MarkupReader(utf8, from, sink, names, work, MarkupReader.Part.PAGE, false).read();
  }

  /**
   * Scans a page in XML syntax (WHATWG HTML, 14): any tag may close itself, and CDATA is text
   * everywhere. In all other respects it is read as HTML. So a mistake for which browsers would
   * show nothing of the page does no harm.
   *
   * @param utf8 {@link Utf8#isClean clean}
   * @param work the budget for the page
   * @throws Work.ExceededException if it costs too much
   */
  public void scanXml(byte[] utf8, int from, HtmlSink sink, Work work) {
    new MarkupReader(utf8, from, sink, names, work, MarkupReader.Part.PAGE, true).read();
  }

  /**
   * Scans the beginning of a page. A construct that does not end in it is taken to continue after
   * it, however long the construct is.
   *
   * @param utf8 {@link Utf8#isClean clean}
   * @param work the budget for the page
   * @throws Work.ExceededException if it costs too much
   */
  public void scanBeginning(byte[] utf8, HtmlSink sink, Work work) {
    new MarkupReader(utf8, 0, sink, names, work, MarkupReader.Part.BEGINNING, false).read();
  }
}

package dev.crawlsieve.core.html;

/**
 * Reads a page's markup in one pass, without a tree, and tells a sink what a tree of it would hold.
 *
 * <p>Memory is bounded by the depth of the page, at most 512, and by a table of names; nothing is
 * recursive. Where one pass cannot do, it says so, and what the sink was told until then is void.
 * Not thread-safe: the table is used again from page to page.
 */
public final class HtmlScanner {

  private final UnknownNames names = new UnknownNames();

  /**
   * Reads a page, {@code utf8[from, to)}, without its byte order mark.
   *
   * @param work counts what it costs
   * @return why the page cannot be read so; null if it was
   * @throws Work.ExceededException if it costs too much
   */
  public Doubt scan(byte[] utf8, int from, int to, HtmlSink sink, Work work) {
    Doubt doubt = Utf8.doubt(utf8, from, to);
    if (doubt != null) {
      return doubt;
    }
    try {
      new MarkupReader(utf8, from, to, sink, names, work).read();
      return null;
    } catch (Doubt.DoubtException e) {
      return e.doubt();
    }
  }
}

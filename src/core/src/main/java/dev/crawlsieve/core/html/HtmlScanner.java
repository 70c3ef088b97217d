package dev.crawlsieve.core.html;

/**
 * Scans a page's markup in one pass, without building a tree, and reports to a sink what the tree
 * would contain.
 *
 * <p>Memory is bounded by the depth of the page, at most 512, and by a table of names; nothing is
 * recursive. If one pass is not enough the scanner returns a doubt, and everything already reported
 * to the sink is void. Not thread-safe: the table is reused from page to page.
 */
public final class HtmlScanner {

  private static final HtmlSink IGNORED = (name, attributes) -> HtmlSink.Reading.SKIPPED;

  private final UnknownNames names = new UnknownNames();

  /**
   * Scans a page, {@code utf8[from, to)}, without its byte order mark.
   *
   * @param work counts the cost
   * @return why the page cannot be scanned in one pass; null if it was
   * @throws Work.ExceededException if it costs too much
   */
  public Doubt scan(byte[] utf8, int from, int to, HtmlSink sink, Work work) {
    Doubt doubt = Utf8.doubt(utf8, from, to);
    if (doubt != null) {
      return doubt;
    }
    try {
      new MarkupReader(utf8, from, to, sink, names, work, null).read();
      return null;
    } catch (Doubt.DoubtException e) {
      return e.doubt();
    }
  }

  /**
   * Finds what is to be removed from a page's markup before a tree is built of it.
   *
   * @param work counts the cost
   * @throws Work.ExceededException if it costs too much
   */
  public Cuts cuts(byte[] utf8, Work work) {
    Cuts cuts = new Cuts(utf8);
    new MarkupReader(utf8, 0, utf8.length, IGNORED, names, work, cuts).cut();
    return cuts;
  }
}

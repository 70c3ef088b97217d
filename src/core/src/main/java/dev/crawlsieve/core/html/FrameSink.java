package dev.crawlsieve.core.html;

/**
 * Passes on a frame's contents as part of the page around it: its body is not a second one, and
 * what it declares about itself is not the page's.
 */
final class FrameSink implements HtmlSink {

  private static final ElementName HTML = ElementName.of("html");
  private static final ElementName BODY = ElementName.of("body");

  private final HtmlSink page;

  FrameSink(HtmlSink page) {
    this.page = page;
  }

  @Override
  public Reading open(ElementName name, StartTag tag) {
    return name.is(HTML) || name.is(BODY) ? Reading.TRANSPARENT : page.open(name, tag);
  }

  @Override
  public void close() {
    page.close();
  }

  @Override
  public void text(byte[] utf8, int from, int to) {
    page.text(utf8, from, to);
  }

  @Override
  public void raw(byte[] utf8, int from, int to) {
    page.raw(utf8, from, to);
  }

  @Override
  public boolean leave(int above) {
    return page.leave(above);
  }
}

package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.Doubt;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlAttributes;
import dev.crawlsieve.core.html.HtmlSink;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.MetaRefresh;

/** Builds the outline of a page as it is scanned. */
public final class OutlineSink implements HtmlSink {

  private static final ElementName HTML = ElementName.of("html");

  private final OutlineBuilder builder;
  private String title = "";
  private boolean titleInHead;
  private boolean titled;
  private boolean rooted;
  private String lang = "";
  private String xmlLang = "";
  private String canonical = "";
  private boolean canonicalInHead;
  private String refresh = "";

  public OutlineSink(OutlineBuilder builder) {
    this.builder = builder;
  }

  /**
   * What was reported.
   *
   * @param doubt why it could not be scanned in one pass, or null
   */
  public HtmlContent content(Doubt doubt) {
    return new HtmlContent(title, lang, xmlLang, canonical, refresh, builder.build(), doubt);
  }

  @Override
  public Reading open(ElementName name, HtmlAttributes attributes) {
    if (!rooted) {
      rooted = true;
      lang = valueOrNone(attributes, AttributeName.LANG);
      xmlLang = valueOrNone(attributes, AttributeName.XML_LANG);
    }
    return builder.open(name, attributes);
  }

  private static String valueOrNone(HtmlAttributes attributes, AttributeName name) {
    String value = attributes.value(name);
    return value == null ? "" : value;
  }

  @Override
  public boolean moveInto(int elementsIn, int elementsInBlock) {
    return builder.moveInto(elementsIn, elementsInBlock);
  }

  @Override
  public boolean merge(ElementName name, HtmlAttributes attributes) {
    if (name.equals(HTML)) {
      lang = lang.isEmpty() ? valueOrNone(attributes, AttributeName.LANG) : lang;
      xmlLang = xmlLang.isEmpty() ? valueOrNone(attributes, AttributeName.XML_LANG) : xmlLang;
    }
    return builder.merge(name, attributes);
  }

  @Override
  public void close() {
    builder.close();
  }

  @Override
  public void text(byte[] utf8, int from, int to) {
    builder.text(utf8, from, to);
  }

  /** Keeps the first title in the head, or else the first anywhere. */
  @Override
  public void title(String text, boolean inHead) {
    if (!titled || (inHead && !titleInHead)) {
      title = text;
      titleInHead = inHead;
      titled = true;
    }
  }

  /** Keeps the first canonical link in the head, or else the first anywhere. */
  @Override
  public void link(HtmlAttributes attributes, boolean inHead) {
    if ((canonical.isEmpty() || (inHead && !canonicalInHead))
        && CanonicalLink.isCanonical(attributes.value(AttributeName.REL))) {
      String href = valueOrNone(attributes, AttributeName.HREF).strip();
      if (!href.isEmpty()) {
        canonical = href;
        canonicalInHead = inHead;
      }
    }
  }

  /** Keeps the first redirect. */
  @Override
  public void meta(HtmlAttributes attributes) {
    if (refresh.isEmpty() && attributes.has(AttributeName.HTTP_EQUIV)) {
      refresh =
          MetaRefresh.target(
              attributes.value(AttributeName.HTTP_EQUIV), attributes.value(AttributeName.CONTENT));
    }
  }
}

package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.MetaRefresh;

/** What a page of HTML declares about itself: its title, languages, canonical link and redirect. */
final class Declared {

  private String title = "";
  private boolean titleInHead;
  private boolean titled;
  private String lang = "";
  private String xmlLang = "";
  private String canonical = "";
  private boolean canonicalInHead;
  private String refresh = "";

  String title() {
    return title;
  }

  HtmlContent content(Outline outline) {
    return new HtmlContent(title, lang, xmlLang, canonical, refresh, outline);
  }

  /** Keeps the first language. */
  void root(StartTag tag) {
    lang = lang.isEmpty() ? valueOrNone(tag, AttributeName.LANG) : lang;
    xmlLang = xmlLang.isEmpty() ? valueOrNone(tag, AttributeName.XML_LANG) : xmlLang;
  }

  private static String valueOrNone(StartTag attributes, AttributeName name) {
    String value = attributes.value(name);
    return value == null ? "" : value;
  }

  /** Keeps the first title in the head, or else the first anywhere. */
  void title(String text, boolean inHead) {
    if (!titled || (inHead && !titleInHead)) {
      title = text;
      titleInHead = inHead;
      titled = true;
    }
  }

  /** Keeps the first canonical link in the head, or else the first anywhere. */
  void link(StartTag attributes, boolean inHead) {
    if ((canonical.isEmpty() || (inHead && !canonicalInHead))
        && CanonicalLink.isCanonical(attributes.value(AttributeName.REL))) {
      String href = valueOrNone(attributes, AttributeName.HREF).trim();
      if (!href.isEmpty()) {
        canonical = href;
        canonicalInHead = inHead;
      }
    }
  }

  /** Keeps the first redirect. */
  void meta(StartTag attributes) {
    if (refresh.isEmpty() && attributes.has(AttributeName.HTTP_EQUIV)) {
      refresh =
          MetaRefresh.target(
              attributes.value(AttributeName.HTTP_EQUIV), attributes.value(AttributeName.CONTENT));
    }
  }
}

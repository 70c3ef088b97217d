package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/** Reads markup by way of jsoup's tree. */
final class JsoupReader implements HtmlReader {

  private final TextSettings settings;

  JsoupReader(TextSettings settings) {
    this.settings = settings;
  }

  @Override
  public HtmlContent read(Markup markup) {
    // jsoup bounds the depth of its tree at 512; what is nested deeper keeps its text, not its
    // place.
    Document document = Parser.htmlParser().parseInput(markup.text(), "");
    Element root = document.firstElementChild();
    return new HtmlContent(
        title(document),
        root == null ? "" : root.attr("lang"),
        root == null ? "" : root.attr("xml:lang"),
        canonical(document),
        refresh(document),
        DomOutline.of(document, settings));
  }

  /**
   * The first title in the page that is not a drawing's, as browsers have it. jsoup's own looks in
   * the head only, which on many pages a stray element ends before the title.
   */
  private static String title(Document document) {
    String inHead = document.title();
    if (!inHead.isEmpty()) {
      return inHead;
    }
    for (Element title : document.getElementsByTag("title")) {
      if (title.tag().namespace().equals(Parser.NamespaceHtml)) {
        return title.text();
      }
    }
    return "";
  }

  /** Where the first {@code meta} that is read and sends browsers elsewhere sends them. */
  private static String refresh(Document document) {
    for (Element meta : document.getElementsByTag("meta")) {
      String target =
          meta.hasAttr("http-equiv")
              ? MetaRefresh.target(meta.attr("http-equiv"), meta.attr("content"))
              : "";
      if (!target.isEmpty()
          && meta.tag().namespace().equals(Parser.NamespaceHtml)
          && meta.closest("template, noscript") == null) {
        return target;
      }
    }
    return "";
  }

  /** The first canonical link in the head, or the first anywhere that is read. */
  private static String canonical(Document document) {
    String first = "";
    for (Element link : document.getElementsByTag("link")) {
      String href = link.attr("href").strip();
      if (!href.isEmpty()
          && CanonicalLink.isCanonical(link.attr("rel"))
          && link.tag().namespace().equals(Parser.NamespaceHtml)
          && link.closest("template, noscript") == null) {
        if (link.closest("head") != null) {
          return href;
        }
        first = first.isEmpty() ? href : first;
      }
    }
    return first;
  }
}

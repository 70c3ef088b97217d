package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Cuts;
import dev.crawlsieve.core.html.Doubt;
import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.DomOutline;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.MetaRefresh;
import java.nio.charset.StandardCharsets;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Reads markup via jsoup's tree. jsoup reads {@code noscript} as browsers that run no scripts do;
 * its content is removed before.
 */
final class JsoupReader implements HtmlReader {

  private final TextSettings settings;
  private final HtmlScanner scanner = new HtmlScanner();
  private String doubt;

  JsoupReader(TextSettings settings) {
    this.settings = settings;
  }

  @Override
  public HtmlContent read(Markup markup, Work work) {
    byte[] utf8 = markup.text().getBytes(StandardCharsets.UTF_8);
    Cuts cuts = scanner.cuts(utf8, work);
    doubt = cuts.isSwallowed() ? Doubt.SWALLOWED.toString() : null;
    Document document = BoundedTree.of(cuts.applied(), work);
    Element root = document.firstElementChild();
    return new HtmlContent(
        title(document),
        root == null ? "" : root.attr("lang"),
        root == null ? "" : root.attr("xml:lang"),
        canonical(document, work),
        refresh(document, work),
        DomOutline.of(document, settings, work));
  }

  @Override
  public String doubt() {
    return doubt;
  }

  /**
   * The page's first title in the HTML namespace, as in browsers. jsoup's own method searches only
   * the head, which on many pages a stray element ends before the title.
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

  /** The target of the first {@code meta} redirect outside templates and {@code noscript}. */
  private static String refresh(Document document, Work work) {
    for (Element meta : document.getElementsByTag("meta")) {
      String target =
          meta.hasAttr("http-equiv")
              ? MetaRefresh.target(meta.attr("http-equiv"), meta.attr("content"))
              : "";
      if (!target.isEmpty()
          && meta.tag().namespace().equals(Parser.NamespaceHtml)
          && !isWithin(meta, "template", work)
          && !isWithin(meta, "noscript", work)) {
        return target;
      }
    }
    return "";
  }

  /**
   * The first canonical link in the head, or else the first anywhere outside templates and {@code
   * noscript}.
   */
  private static String canonical(Document document, Work work) {
    String first = "";
    for (Element link : document.getElementsByTag("link")) {
      String href = link.attr("href").strip();
      if (!href.isEmpty()
          && CanonicalLink.isCanonical(link.attr("rel"))
          && link.tag().namespace().equals(Parser.NamespaceHtml)) {
        boolean read = !isWithin(link, "template", work) && !isWithin(link, "noscript", work);
        if (read && isWithin(link, "head", work)) {
          return href;
        }
        first = read && first.isEmpty() ? href : first;
      }
    }
    return first;
  }

  /** Whether an element or one of its ancestors has this name. */
  private static boolean isWithin(Element element, String name, Work work) {
    int depth = 0;
    boolean within = false;
    for (Element around = element; around != null && !within; around = around.parent()) {
      within = around.nameIs(name);
      depth++;
    }
    work.steps(depth);
    return within;
  }
}

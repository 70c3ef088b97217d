package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Cuts;
import dev.crawlsieve.core.html.Doubt;
import dev.crawlsieve.core.html.HtmlScanner;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.maintext.DomOutline;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.OutlineBuilder;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Markup;
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

  JsoupReader(TextSettings settings) {
    this.settings = settings;
  }

  @Override
  public HtmlContent read(Markup markup, Work work) throws BadPageException {
    byte[] utf8 = markup.text().getBytes(StandardCharsets.UTF_8);
    Cuts cuts = scanner.cuts(utf8, work);
    Document document = BoundedTree.of(cuts.applied(), work);
    OutlineBuilder sink = new OutlineBuilder(settings, work);
    sink.title(title(document), true);
    DomOutline.report(document, sink);
    return sink.content(cuts.isSwallowed() ? Doubt.SWALLOWED : null);
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
}

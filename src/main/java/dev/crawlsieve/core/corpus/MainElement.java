package dev.crawlsieve.core.corpus;

import java.util.HashMap;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Finds where a page's article is, to vary it or what stands around it.
 *
 * <p>On purpose not the stream's own extraction, which is to be judged by the pages made here, and
 * plainer: what it cannot tell is not used.
 */
final class MainElement {

  /** The share of a page's running text that the article must have. */
  private static final double SHARE = 0.8;

  private MainElement() {}

  /** The innermost element that holds nearly all of the running text; the body at worst. */
  static Element of(Document page) {
    Map<Element, Integer> words = new HashMap<>();
    for (Element block : Blocks.paragraphs(page.body())) {
      int linked = block.select("a").stream().mapToInt(Blocks::words).sum();
      int own = Blocks.words(block);
      if (2 * linked < own && block.closest("nav, header, footer, aside, form") == null) {
        for (Element above = block.parent(); above != null; above = above.parent()) {
          words.merge(above, own, Integer::sum);
        }
      }
    }
    Element main = page.body();
    int all = words.getOrDefault(main, 0);
    for (Element inner = main; inner != null; ) {
      main = inner;
      inner =
          main.children().stream()
              .filter(child -> words.getOrDefault(child, 0) > SHARE * all)
              .findFirst()
              .orElse(null);
    }
    // A list or table is a part of an article, not its frame.
    while (main.is("ul, ol, dl, table, tbody, tr, p")
        && main.parent() != null
        && !main.equals(page.body())) {
      main = main.parent();
    }
    return main;
  }
}

package dev.crawlsieve.lab.corpus;

import java.util.HashMap;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Finds a page's article, so that it or its surroundings can be varied.
 *
 * <p>Deliberately not the stream's own extraction, which is evaluated on the pages generated here,
 * and simpler: pages on which it is not certain are not used.
 */
final class MainElement {

  /** The share of a page's running text that the article must have. */
  private static final double SHARE = 0.8;

  private MainElement() {}

  /** The innermost element with nearly all of the running text; the body at worst. */
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

package dev.crawlsieve.lab.bench;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;

/**
 * Finds a page's article, so that it or its surroundings can be varied. Deliberately not the
 * stream's own extraction, which is measured on the pages generated here.
 */
final class MainElement {

  /** The share of a page's running text that the article must have. */
  private static final double SHARE = 0.8;

  private static final Evaluator BLOCK =
      QueryParser.parse(
          "p, li, pre, blockquote, dd, dt, td, th, h1, h2, h3, h4, h5, h6, div, section, article");

  private static final Evaluator PARAGRAPH = QueryParser.parse("p, blockquote, pre, li, dd");

  /** Elements with fewer words are labels or buttons. */
  private static final int PARAGRAPH_WORDS = 8;

  private MainElement() {}

  /** The innermost element with nearly all of the running text; the body at worst. */
  static Element of(Document page) {
    Map<Element, Integer> words = new HashMap<>();
    for (Element block : paragraphs(page.body())) {
      int linked = block.select("a").stream().mapToInt(MainElement::words).sum();
      int own = words(block);
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

  /** The blocks of running text in an element, in order, without those that have inner blocks. */
  static List<Element> paragraphs(Element root) {
    List<Element> blocks = root.select(BLOCK);
    Set<Element> holders = new HashSet<>();
    for (Element block : blocks) {
      Element above = block.parent();
      while (above != null && !block.equals(root) && holders.add(above)) {
        above = above.parent();
      }
    }
    return blocks.stream()
        .filter(e -> !e.equals(root) && !holders.contains(e))
        .filter(e -> e.is(PARAGRAPH) && words(e) >= PARAGRAPH_WORDS)
        .toList();
  }

  /** Number of words; where blanks do not separate them, half the number of characters. */
  private static int words(Element element) {
    String text = element.text();
    return text.split("\\s+").length
        + (int) text.codePoints().filter(Character::isIdeographic).count() / 2;
  }
}

package dev.crawlsieve.eval.generate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;

/** The blocks of text in an element. */
final class Blocks {

  private static final Evaluator BLOCK =
      QueryParser.parse(
          "p, li, pre, blockquote, dd, dt, td, th, h1, h2, h3, h4, h5, h6, div, section, article");

  /** What one moves, inserts or drops as a whole. */
  private static final Evaluator PARAGRAPH = QueryParser.parse("p, blockquote, pre, li, dd");

  /** Fewer words are a label or a button. */
  private static final int PARAGRAPH_WORDS = 8;

  private Blocks() {}

  /** Blocks with no block inside and some text, in order. */
  static List<Element> leaves(Element root) {
    List<Element> blocks = root.select(BLOCK);
    Set<Element> holders = new HashSet<>();
    for (Element block : blocks) {
      Element above = block.parent();
      while (above != null && !block.equals(root) && holders.add(above)) {
        above = above.parent();
      }
    }
    return blocks.stream()
        .filter(e -> !e.equals(root) && !holders.contains(e) && e.hasText())
        .toList();
  }

  /** The leaves that are paragraphs of running text. */
  static List<Element> paragraphs(Element root) {
    return leaves(root).stream()
        .filter(e -> e.is(PARAGRAPH) && words(e) >= PARAGRAPH_WORDS)
        .toList();
  }

  /** Number of words in an element, as white space separates them. */
  static int words(Element element) {
    return words(element.text());
  }

  static int words(String text) {
    return text.isBlank() ? 0 : text.strip().split("\\s+").length;
  }
}

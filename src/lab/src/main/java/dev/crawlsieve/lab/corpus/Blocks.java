package dev.crawlsieve.lab.corpus;

import java.lang.Character.UnicodeScript;
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

  /** Elements that are moved, inserted or dropped as a whole. */
  private static final Evaluator PARAGRAPH = QueryParser.parse("p, blockquote, pre, li, dd");

  /** Elements with fewer words are labels or buttons. */
  private static final int PARAGRAPH_WORDS = 8;

  private Blocks() {}

  /** Blocks with text and without inner blocks, in order. */
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

  /** Number of words in an element; see {@link #words(String)}. */
  static int words(Element element) {
    return words(element.text());
  }

  /**
   * Number of words: separated by white space, and in scripts that do not use it, half the number
   * of characters.
   */
  static int words(String text) {
    int words = 0;
    int unseparated = 0;
    boolean inWord = false;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int codePoint = text.codePointAt(i);
      boolean alone = isUnseparated(codePoint);
      boolean starts = !alone && !Character.isWhitespace(codePoint);
      words += starts && !inWord ? 1 : 0;
      unseparated += alone ? 1 : 0;
      inWord = starts;
    }
    return words + unseparated / 2;
  }

  private static boolean isUnseparated(int codePoint) {
    return switch (UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
      default -> false;
    };
  }
}

package dev.crawlsieve.page;

import dev.crawlsieve.html.Work;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Iterator;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;

/**
 * jsoup's tree of a page, left as soon as it costs too much.
 *
 * <p>jsoup 1.24.1 bounds the depth of its tree at 512, but not its size: up to twelve formatting
 * elements are made again, each with a copy of its attributes, for every paragraph of four bytes.
 * So elements and attributes are counted as they are made, and for each tag read the open elements
 * that it may be compared with.
 */
final class BoundedTree {

  /** Elements take about twice the memory that they take where no tree is built. */
  static final int ELEMENTS = Work.ELEMENTS / 2;

  /** Attributes that take the memory of an element. */
  private static final int ATTRIBUTES_AN_ELEMENT = 16;

  /** How often an element's attributes are looked through for one. */
  private static final int LOOKUPS = 8;

  /** With more attributes, a formatting element takes long to be compared with others. */
  private static final int MANY = 32;

  private static final Set<String> FORMATTING =
      Set.of(
          "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
          "tt", "u");

  private final StreamParser parser = new StreamParser(Parser.htmlParser());
  private final Work work;

  /** Null while jsoup reads the first piece, before it begins. */
  private Document document;

  private BoundedTree(Work work) {
    this.work = work;
  }

  /**
   * Builds the tree.
   *
   * @throws Work.ExceededException if it costs too much
   */
  static Document of(String markup, Work work) {
    return new BoundedTree(work).build(markup);
  }

  private Document build(String markup) {
    try (StreamParser closing = parser.parse(new CountedReader(markup), "")) {
      document = closing.document();
      for (Iterator<Element> made = closing.iterator(); made.hasNext(); ) {
        int attributes = made.next().attributesSize();
        work.elements(1 + attributes / ATTRIBUTES_AN_ELEMENT, ELEMENTS);
        work.steps((long) LOOKUPS * attributes);
      }
      return document;
    }
  }

  /**
   * What the tags of a piece may take, as far as the last elements of the tree tell: each may be
   * compared with all that are open, and the attributes of one with those of formatting elements,
   * each with each.
   */
  private long stepsOf(int tags) {
    int depth = 1;
    long compared = 0;
    for (Node last = document == null ? null : document.lastElementChild();
        last instanceof Element open;
        last = open.lastElementChild()) {
      depth++;
      long attributes = open.attributesSize();
      if (attributes > MANY && FORMATTING.contains(open.normalName())) {
        compared += attributes * attributes;
      }
    }
    return (long) tags * depth + compared;
  }

  /** Hands out markup a piece at a time, and counts the tags in each. */
  private final class CountedReader extends Reader {

    private final StringReader markup;

    CountedReader(String markup) {
      this.markup = new StringReader(markup);
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
      int read = markup.read(into, offset, length);
      int tags = 0;
      for (int i = offset; i < offset + read; i++) {
        tags += into[i] == '<' ? 1 : 0;
      }
      if (tags > 0) {
        work.steps(stepsOf(tags));
      }
      return read;
    }

    @Override
    public void close() {
      markup.close();
    }
  }
}

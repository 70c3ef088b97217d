package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.page.BadPageException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.Iterator;
import java.util.Set;
import org.jsoup.helper.ValidationException;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jsoup.parser.StreamParser;

/**
 * jsoup's tree of a page, abandoned as soon as it costs too much.
 *
 * <p>jsoup 1.24.1 bounds the depth of its tree at 512, but not its size: up to twelve formatting
 * elements are reconstructed, each with a copy of its attributes, for every paragraph of four
 * bytes. So elements and attributes are counted as they are created, and for each tag read the open
 * elements that it may be compared with.
 */
final class BoundedTree {

  /** An element in a tree takes about twice the memory of one that is only scanned. */
  static final int ELEMENTS = Work.ELEMENTS / 2;

  /** Number of attributes that take the memory of an element. */
  private static final int ATTRIBUTES_AN_ELEMENT = 16;

  /** Number of times an element's attributes are searched for one of them. */
  private static final int LOOKUPS = 8;

  /**
   * Above this number of attributes, comparing each with all before it, or a formatting element
   * with others, takes jsoup long.
   */
  private static final int MANY = 32;

  /** Number of formatting elements that one is compared with. */
  private static final int COMPARED = 12;

  /**
   * Steps for comparing an end tag with an open element: jsoup takes up to 56 ns, for a start tag
   * up to 9.
   */
  private static final int STEPS_AN_END = 8;

  /** Limit on the search for the last element among comments and text. */
  private static final int LAST_NODES = 16;

  /** Steps to copy a character of a tag's name and convert it to lower case. */
  private static final int STEPS_A_COPY = 2;

  private static final Set<String> FORMATTING =
      Set.of(
          "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
          "tt", "u");

  private final StreamParser parser = new StreamParser(Parser.htmlParser());
  private final Work work;

  /** Null while jsoup reads the first piece, before parsing starts. */
  private Document document;

  private int deepest;
  private boolean hidden;

  private BoundedTree(Work work) {
    this.work = work;
  }

  /**
   * Builds the tree.
   *
   * @throws Work.ExceededException if it costs too much
   * @throws BadPageException if jsoup fails on the markup
   */
  static Document of(String markup, Work work) throws BadPageException {
    return new BoundedTree(work).build(markup);
  }

  private Document build(String markup) throws BadPageException {
    try (StreamParser closing = parser.parse(new CountedReader(markup), "")) {
      document = closing.document();
      for (Iterator<Element> made = closing.iterator(); made.hasNext(); ) {
        int attributes = made.next().attributesSize();
        work.elements(1 + attributes / ATTRIBUTES_AN_ELEMENT, ELEMENTS);
        work.steps((long) attributes * (attributes > MANY ? attributes : LOOKUPS));
      }
      return document;
    } catch (IndexOutOfBoundsException | ValidationException e) {
      // jsoup 1.24.1 loses count of formatting elements where paragraphs close some 250 of them
      // (HtmlTreeBuilder.reconstructFormattingElements), and of templates where it keeps to its
      // depth of 512 by closing some in foreign content (onStackPrunedForDepth).
      throw new BadPageException("jsoup fails on this HTML: " + e.getMessage(), e);
    }
  }

  /**
   * Steps that the tags of a piece may take, judged by the last elements of the tree: each tag may
   * be compared with all open elements, and its attributes with those of formatting elements, each
   * with each.
   */
  private long stepsOf(long tags) {
    int depth = 1;
    int many = 0;
    long compared = 0;
    for (Element open = document; open != null; open = lastElement(open)) {
      depth++;
      long attributes = open.attributesSize();
      if (attributes > MANY && many < COMPARED && FORMATTING.contains(open.normalName())) {
        many++;
        compared += attributes * attributes;
      }
    }
    // If comments hide the open elements, assume at least the depth seen before.
    deepest = hidden ? Math.max(depth, deepest) : depth;
    return tags * deepest + compared;
  }

  /** The last child element, if it is among the last few nodes; else null. */
  private Element lastElement(Element parent) {
    int nodes = parent.childNodeSize();
    hidden = nodes > LAST_NODES;
    for (int at = nodes - 1; at >= 0 && at >= nodes - LAST_NODES; at--) {
      if (parent.childNode(at) instanceof Element last) {
        hidden = false;
        return last;
      }
    }
    return null;
  }

  /** Supplies markup one piece at a time, and counts the tags in each. */
  private final class CountedReader extends Reader {

    private final StringReader markup;

    /** The last character supplied. */
    private char last;

    /** Length so far of the current tag's name, -1 outside of one. */
    private int name = -1;

    CountedReader(String markup) {
      this.markup = new StringReader(markup);
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
      int read = markup.read(into, offset, length);
      long tags = 0;
      int comments = 0;
      for (int i = offset; i < offset + read; i++) {
        char c = into[i];
        if (last == '<') {
          tags += c == '/' ? STEPS_AN_END : 1;
          comments += c == '!' || c == '?' ? 1 : 0;
        }
        if (c == '<') {
          name = 0;
        } else if (c <= ' ' || c == '>') {
          name = -1;
        } else if (name >= 0) {
          name++;
        }
        last = c;
      }
      work.elements(comments, ELEMENTS);
      if (tags > 0 || name > read) {
        // A name is copied again for each piece that it extends into.
        work.steps(stepsOf(tags) + (long) STEPS_A_COPY * Math.max(0, name - read));
      }
      return read;
    }

    @Override
    public void close() {
      markup.close();
    }
  }
}

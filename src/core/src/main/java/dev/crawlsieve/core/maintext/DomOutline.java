package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlAttributes;
import dev.crawlsieve.core.html.HtmlSink;
import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.BitSet;
import java.util.IdentityHashMap;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Reports to a sink what jsoup's tree of a page holds, as the scanner does, but for its title. */
public final class DomOutline implements NodeFilter, HtmlAttributes {

  /** Values up to this length, in characters, are examined again instead of being remembered. */
  private static final int LONG = 256;

  private static final int NOWHERE = -1;

  private final HtmlSink sink;

  /** The depths of the open elements whose end is reported. */
  private final BitSet enclosing = new BitSet();

  /**
   * The numbers kept for elements with a long attribute, by that value, which jsoup's copies share.
   */
  private final IdentityHashMap<String, Integer> memo = new IdentityHashMap<>();

  private Element element;

  /** The depths of the open elements that are the head, and that the sink skips. */
  private int head = NOWHERE;

  private int skipped = NOWHERE;

  private DomOutline(HtmlSink sink) {
    this.sink = sink;
  }

  /** Reports a document. */
  public static void report(Document document, HtmlSink sink) {
    // Not recursive, whatever the depth.
    NodeTraversor.filter(new DomOutline(sink), document);
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode words && skipped == NOWHERE) {
      byte[] utf8 = Utf8Chars.encode(words.getWholeText());
      sink.text(utf8, 0, utf8.length);
    } else if (node instanceof Element begun && !(node instanceof Document)) {
      element = begun;
      return begin(begun.normalName(), depth);
    }
    return FilterResult.CONTINUE;
  }

  private FilterResult begin(String name, int depth) {
    boolean island = name.equals("template") || name.equals("noscript");
    if (skipped == NOWHERE) {
      Reading reading = sink.open(ElementName.of(name), this);
      enclosing.set(depth, reading == Reading.ENCLOSING);
      skipped = reading == Reading.SKIPPED && !island ? depth : NOWHERE;
    }
    if (name.equals("head") && head == NOWHERE) {
      head = depth;
    } else if (element.tag().namespace().equals(Parser.NamespaceHtml)) {
      if (name.equals("link")) {
        sink.link(this, head != NOWHERE);
      } else if (name.equals("meta")) {
        sink.meta(this);
      }
    }
    return island ? FilterResult.SKIP_ENTIRELY : FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    head = head == depth ? NOWHERE : head;
    if (skipped == depth) {
      skipped = NOWHERE;
    } else if (skipped == NOWHERE
        && node instanceof Element
        && !(node instanceof Document)
        && enclosing.get(depth)) {
      sink.close();
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public int memo() {
    String value = longValue();
    Integer before = value == null ? null : memo.get(value);
    return before == null ? NO_MEMO : before;
  }

  @Override
  public void memoize(int what) {
    String value = longValue();
    if (value != null) {
      memo.put(value, what);
    }
  }

  /** The first attribute value that is costly to examine, or null if there is none. */
  private String longValue() {
    if (element.attributesSize() > 0) {
      for (Attribute attribute : element.attributes()) {
        if (attribute.getValue().length() > LONG) {
          return attribute.getValue();
        }
      }
    }
    return null;
  }

  @Override
  public boolean any() {
    return element.attributesSize() > 0;
  }

  @Override
  public String value(AttributeName name) {
    if (element.attributesSize() == 0) {
      return null;
    }
    Attributes attributes = element.attributes();
    return attributes.hasKey(name.toString()) ? attributes.get(name.toString()) : null;
  }
}

package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlAttributes;
import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.html.Work;
import java.util.BitSet;
import java.util.IdentityHashMap;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Builds the outline of a page that jsoup has parsed. */
public final class DomOutline implements NodeFilter, HtmlAttributes {

  /** Values up to this length, in characters, are examined again instead of being remembered. */
  private static final int LONG = 256;

  private final OutlineBuilder builder;

  /** The depths of the open elements whose end is reported. */
  private final BitSet enclosing = new BitSet();

  /**
   * The numbers kept for elements with a long attribute, by that value, which jsoup's copies share.
   */
  private final IdentityHashMap<String, Integer> memo = new IdentityHashMap<>();

  private Element element;

  private DomOutline(OutlineBuilder builder) {
    this.builder = builder;
  }

  /** The outline of a document parsed elsewhere. */
  public static Outline of(Document document, TextSettings settings) {
    return of(document, settings, new Work(Integer.MAX_VALUE));
  }

  public static Outline of(Document document, TextSettings settings, Work work) {
    OutlineBuilder builder = new OutlineBuilder(settings, work);
    // Not recursive, whatever the depth.
    NodeTraversor.filter(new DomOutline(builder), document);
    return builder.build();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode words) {
      builder.text(words.getWholeText());
    } else if (node instanceof Element begun && !(node instanceof Document)) {
      element = begun;
      Reading reading = builder.open(ElementName.of(begun.normalName()), this);
      enclosing.set(depth, reading == Reading.ENCLOSING);
      if (reading == Reading.SKIPPED) {
        return FilterResult.SKIP_ENTIRELY;
      }
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element && !(node instanceof Document) && enclosing.get(depth)) {
      builder.close();
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

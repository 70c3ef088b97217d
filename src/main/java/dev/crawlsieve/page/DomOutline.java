package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;
import dev.crawlsieve.html.AttributeName;
import dev.crawlsieve.html.ElementName;
import dev.crawlsieve.html.HtmlAttributes;
import dev.crawlsieve.html.HtmlSink.Reading;
import java.util.BitSet;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Reads the outline of a page that jsoup has parsed. */
final class DomOutline implements NodeFilter, HtmlAttributes {

  private final OutlineBuilder builder;

  /** The depths of those open elements whose end is told. */
  private final BitSet enclosing = new BitSet();

  private Element element;

  private DomOutline(OutlineBuilder builder) {
    this.builder = builder;
  }

  static Outline of(Document document, TextSettings settings) {
    OutlineBuilder builder = new OutlineBuilder(settings);
    // Iterative, whatever the depth.
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

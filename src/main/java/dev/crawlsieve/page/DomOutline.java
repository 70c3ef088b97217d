package dev.crawlsieve.page;

import dev.crawlsieve.config.TextSettings;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Reads the outline of a page that jsoup has parsed. */
final class DomOutline implements NodeFilter, TagAttributes {

  private final OutlineBuilder builder;
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
      if (!builder.open(begun.normalName(), this)) {
        return FilterResult.SKIP_ENTIRELY;
      }
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element && !(node instanceof Document)) {
      builder.close();
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public String value(String name) {
    if (element.attributesSize() == 0) {
      return null;
    }
    Attributes attributes = element.attributes();
    return attributes.hasKey(name) ? attributes.get(name) : null;
  }
}

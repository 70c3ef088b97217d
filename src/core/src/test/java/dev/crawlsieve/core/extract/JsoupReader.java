package dev.crawlsieve.core.extract;

import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.html.StartTags;
import dev.crawlsieve.core.maintext.HtmlContent;
import dev.crawlsieve.core.maintext.OutlineBuilder;
import dev.crawlsieve.core.maintext.RunText;
import dev.crawlsieve.core.maintext.Traits;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.BitSet;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Reads markup by way of jsoup's tree: the oracle of the one pass. */
final class JsoupReader {

  /** jsoup reads {@code noscript} as browsers that run no scripts do. */
  private static final Pattern NOSCRIPT =
      Pattern.compile(
          "(<noscript[^>]*>).*?(</noscript)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  static Document parse(String markup) {
    return Jsoup.parse(NOSCRIPT.matcher(markup).replaceAll("$1$2"));
  }

  HtmlContent read(Document document) {
    OutlineBuilder sink = new OutlineBuilder(new Traits(), new RunText());
    // Not recursive, at any depth.
    NodeTraversor.filter(new Walk(sink), document);
    return sink.content();
  }

  private static final class Walk implements NodeFilter {

    private final OutlineBuilder sink;

    /** The depths of the open elements whose end is reported. */
    private final BitSet enclosing = new BitSet();

    /** The depth of the open element that is skipped, or -1. */
    private int skipped = -1;

    private boolean inBody;

    Walk(OutlineBuilder sink) {
      this.sink = sink;
    }

    @Override
    public FilterResult head(Node node, int depth) {
      if (node instanceof TextNode words && skipped < 0) {
        byte[] utf8 = Utf8Chars.encode(words.getWholeText());
        sink.text(utf8, 0, utf8.length);
      } else if (node instanceof DataNode raw && skipped < 0 && isXmp(node.parent())) {
        byte[] utf8 = Utf8Chars.encode(raw.getWholeData());
        sink.text(utf8, 0, utf8.length);
      } else if (node instanceof Element element && !(node instanceof Document)) {
        begin(element, depth);
        String name = element.normalName();
        if (name.equals("template") || name.equals("noscript")) {
          return FilterResult.SKIP_CHILDREN;
        }
      }
      return FilterResult.CONTINUE;
    }

    private static boolean isXmp(Node parent) {
      return parent instanceof Element element && element.normalName().equals("xmp");
    }

    private void begin(Element element, int depth) {
      String name = element.normalName();
      inBody |= name.equals("body");
      StartTag tag = StartTags.of(element.attributes().html());
      if (element.tag().namespace().equals(Parser.NamespaceHtml)) {
        switch (name) {
          case "title" -> sink.title(element.wholeText(), !inBody);
          case "link" -> sink.link(tag, !inBody);
          case "meta" -> sink.meta(tag);
          default -> {}
        }
      }
      if (skipped < 0) {
        Reading reading = sink.open(ElementName.of(name), tag);
        enclosing.set(depth, reading == Reading.ENCLOSING);
        skipped = reading == Reading.SKIPPED ? depth : -1;
      }
    }

    @Override
    public FilterResult tail(Node node, int depth) {
      if (skipped == depth) {
        skipped = -1;
      } else if (skipped < 0
          && node instanceof Element
          && !(node instanceof Document)
          && enclosing.get(depth)) {
        sink.close();
      }
      return FilterResult.CONTINUE;
    }
  }
}

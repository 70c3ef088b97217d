package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.html.TreeConstruction.Following;

/** Tags and text in SVG and MathML (WHATWG HTML, 13.2.6.5). */
final class ForeignRules {

  /** Id of an annotation with HTML content. */
  private static final int HTML_ANNOTATION = -1;

  private final TreeConstruction tree;
  private final OpenElements open;

  ForeignRules(TreeConstruction tree) {
    this.tree = tree;
    this.open = tree.open;
  }

  /** The flags of an element of SVG or MathML. */
  static int flags(ElementName name, byte space) {
    boolean border =
        space == OpenElements.SVG
            ? switch (name.toString()) {
              case "desc", "foreignobject", "title" -> true;
              default -> false;
            }
            : isMathText(name) || name.toString().equals("annotation-xml");
    return border ? ElementName.SCOPE | ElementName.SPECIAL : 0;
  }

  private static boolean isMathText(ElementName name) {
    return switch (name.toString()) {
      case "mi", "mn", "mo", "ms", "mtext" -> true;
      default -> false;
    };
  }

  private boolean isMathText(int at) {
    return open.space(at) == OpenElements.MATH && isMathText(open.name(at));
  }

  /** Whether start tags and text in an element follow the rules of HTML. */
  private boolean isHtmlIn(int at) {
    return open.space(at) == OpenElements.SVG
        ? open.has(at, ElementName.SPECIAL)
        : open.id(at) == HTML_ANNOTATION;
  }

  /** Whether a start tag in foreign content begins a foreign element, too. */
  boolean takesStart(ElementName name) {
    int at = open.size() - 1;
    if (isMathText(at)) {
      return name.toString().equals("mglyph") || name.toString().equals("malignmark");
    }
    boolean drawing =
        name.rule() == ElementRule.SVG
            && open.space(at) == OpenElements.MATH
            && open.name(at).toString().equals("annotation-xml");
    return !drawing && !isHtmlIn(at);
  }

  boolean takesText() {
    int at = open.size() - 1;
    return !isMathText(at) && !isHtmlIn(at);
  }

  void start(ElementName name, StartTag tag) {
    if (name.rule() == ElementRule.TEMPLATE || name.rule() == ElementRule.NOSCRIPT) {
      throw Doubt.TEMPLATE.exception();
    }
    if (breaksOut(name, tag)) {
      breakOut();
      tree.startHtml(name, tag);
      return;
    }
    byte space = open.space(open.size() - 1);
    boolean annotation = space == OpenElements.MATH && isHtmlAnnotation(name, tag);
    Reading unused = tree.insert(name, space, annotation ? HTML_ANNOTATION : 0, tag);
    if (tag.isSelfClosing()) {
      open.pop();
    } else if (name.rule() == ElementRule.SCRIPT && space == OpenElements.SVG) {
      tree.following = Following.SCRIPT;
    }
  }

  /** Whether a MathML annotation declares HTML content. */
  private static boolean isHtmlAnnotation(ElementName name, HtmlAttributes attributes) {
    String encoding = attributes.value(AttributeName.ENCODING);
    return name.toString().equals("annotation-xml")
        && encoding != null
        && (encoding.strip().equalsIgnoreCase("text/html")
            || encoding.strip().equalsIgnoreCase("application/xhtml+xml"));
  }

  /** Whether a start tag ends foreign content and is processed as HTML. */
  private static boolean breaksOut(ElementName name, HtmlAttributes attributes) {
    return name.has(ElementName.BREAKS_OUT)
        || (name.toString().equals("font")
            && (attributes.has(AttributeName.COLOR)
                || attributes.has(AttributeName.FACE)
                || attributes.has(AttributeName.SIZE)));
  }

  private void breakOut() {
    while (open.size() > 0) {
      int at = open.size() - 1;
      if (open.space(at) == OpenElements.HTML || isMathText(at) || isHtmlIn(at)) {
        return;
      }
      open.pop();
    }
  }

  void end(ElementName name) {
    if (name.rule() == ElementRule.BREAK || name.rule() == ElementRule.PARAGRAPH) {
      breakOut();
      tree.endHtml(name);
      return;
    }
    for (int at = open.size() - 1; at > 0; at--) {
      if (open.name(at).equals(name)) {
        open.lookedDownTo(at);
        while (open.size() > at) {
          open.pop();
        }
        return;
      }
      if (open.space(at - 1) == OpenElements.HTML && !open.isGone(at - 1)) {
        open.lookedDownTo(at);
        tree.endHtml(name);
        return;
      }
    }
  }
}

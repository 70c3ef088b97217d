package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;

/** Tags and text in SVG and MathML (WHATWG HTML, 13.2.6.5). */
final class ForeignRules {

  /** Id of an annotation with HTML content. */
  private static final int HTML_ANNOTATION = -1;

  private final TreeConstruction tree;

  ForeignRules(TreeConstruction tree) {
    this.tree = tree;
  }

  /** Whether a start tag in foreign content begins a foreign element, too. */
  boolean takesStart(ElementName name) {
    OpenElements open = tree.open;
    int at = open.size() - 1;
    boolean math = open.space(at) == OpenElements.MATH;
    if (math && Foreign.isMathText(open.name(at))) {
      return name.toString().equals("mglyph") || name.toString().equals("malignmark");
    }
    if (math
        && open.name(at).toString().equals("annotation-xml")
        && name.rule() == ElementRule.SVG) {
      return false;
    }
    return !isHtmlIn(at);
  }

  boolean takesText() {
    int at = tree.open.size() - 1;
    boolean math = tree.open.space(at) == OpenElements.MATH;
    return !(math && Foreign.isMathText(tree.open.name(at))) && !isHtmlIn(at);
  }

  private boolean isHtmlIn(int at) {
    OpenElements open = tree.open;
    return Foreign.isHtmlIn(open.name(at), open.space(at), open.id(at) == HTML_ANNOTATION);
  }

  void start(ElementName name, StartTag tag) {
    OpenElements open = tree.open;
    if (name.rule() == ElementRule.TEMPLATE || name.rule() == ElementRule.NOSCRIPT) {
      throw Doubt.TEMPLATE.exception();
    }
    if (Foreign.breaksOut(name, tag)) {
      breakOut();
      tree.startHtml(name, tag);
      return;
    }
    byte space = open.space(open.size() - 1);
    insert(tree, name, space, tag);
    if (name.rule() == ElementRule.SCRIPT && space == OpenElements.SVG && !tag.isSelfClosing()) {
      tree.followedByScript();
    }
  }

  static void insert(TreeConstruction tree, ElementName name, byte space, StartTag tag) {
    int id =
        space == OpenElements.MATH && Foreign.isHtmlAnnotation(name, tag) ? HTML_ANNOTATION : 0;
    Reading unused = tree.insertForeign(name, space, id, tag);
    if (tag.isSelfClosing()) {
      tree.open.pop();
    }
  }

  private void breakOut() {
    OpenElements open = tree.open;
    while (open.size() > 0) {
      int at = open.size() - 1;
      boolean mathText = open.space(at) == OpenElements.MATH && Foreign.isMathText(open.name(at));
      if (open.space(at) == OpenElements.HTML || mathText || isHtmlIn(at)) {
        return;
      }
      open.pop();
    }
  }

  void end(ElementName name) {
    OpenElements open = tree.open;
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

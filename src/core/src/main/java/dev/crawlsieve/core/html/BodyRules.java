package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.html.TreeConstruction.Following;
import dev.crawlsieve.core.html.TreeConstruction.Mode;

/**
 * Rules for tags in a body, in a cell, and wherever no other rule applies (WHATWG HTML,
 * 13.2.6.4.7). Longer than most classes because it is a single list of rules.
 */
final class BodyRules {

  private static final ElementName P = ElementName.of("p");
  private static final ElementName DIV = ElementName.of("div");
  private static final ElementName ADDRESS = ElementName.of("address");
  private static final ElementName LI = ElementName.of("li");
  private static final ElementName A = ElementName.of("a");
  private static final ElementName BUTTON = ElementName.of("button");
  private static final ElementName NOBR = ElementName.of("nobr");
  private static final ElementName SELECT = ElementName.of("select");
  private static final ElementName OPTION = ElementName.of("option");
  private static final ElementName OPTGROUP = ElementName.of("optgroup");
  private static final ElementName RUBY = ElementName.of("ruby");
  private static final ElementName RTC = ElementName.of("rtc");
  private static final ElementName FORM = ElementName.of("form");
  private static final ElementName IMG = ElementName.of("img");
  private static final ElementName BR = ElementName.of("br");

  private final TreeConstruction tree;
  private final OpenElements open;
  private final FormattingElements formatting;
  private final Adoption adoption;

  /** Id of the open form that controls belong to; 0 if there is none. */
  private int form;

  BodyRules(TreeConstruction tree) {
    this.tree = tree;
    this.open = tree.open;
    this.formatting = tree.formatting;
    this.adoption = new Adoption(tree, this);
  }

  boolean hasForm() {
    return form != 0;
  }

  int newForm() {
    form = tree.newId();
    return form;
  }

  void start(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case PARAGRAPH, BLOCK -> {
        endParagraph();
        tree.insert(name, tag);
      }
      case ANCHOR -> {
        startAnchor();
        formatting.reconstruct();
        formatting.begin(name, tag);
      }
      case FORMATTING -> {
        formatting.reconstruct();
        formatting.begin(name, tag);
      }
      case OTHER, UNKNOWN -> {
        formatting.reconstruct();
        tree.insert(name, tag);
      }
      case ITEM, DEFINITION -> {
        tree.framesetOk = false;
        ElementName before = openItem(name.rule());
        if (before != null) {
          end(before);
        }
        endParagraph();
        tree.insert(name, tag);
      }
      case HEADING -> {
        endParagraph();
        if (open.currentHas(ElementName.HEADING)) {
          open.pop();
        }
        tree.insert(name, tag);
      }
      case BREAK, VOID -> {
        formatting.reconstruct();
        tree.pass(name, tag);
        tree.framesetOk = false;
      }
      case IMAGE -> start(IMG, tag);
      case PRE -> {
        endParagraph();
        tree.insert(name, tag);
        tree.framesetOk = false;
        tree.following = Following.LINE;
      }
      case TABLE -> {
        if (!tree.quirks) {
          endParagraph();
        }
        tree.insert(name, tag);
        tree.framesetOk = false;
        tree.mode = Mode.IN_TABLE;
      }
      case FORM -> {
        if (!hasForm()) {
          endParagraph();
          Reading unused = tree.insert(name, OpenElements.HTML, newForm(), tag);
        }
      }
      case INPUT -> {
        if (open.inScope(SELECT, ElementName.SCOPE)) {
          open.popTo(SELECT);
        }
        formatting.reconstruct();
        tree.pass(name, tag);
        String type = tag.value(AttributeName.TYPE);
        tree.framesetOk &= "hidden".equalsIgnoreCase(type);
      }
      case RULE -> {
        endParagraph();
        if (open.inScope(SELECT, ElementName.SCOPE)) {
          open.endImplied(null);
        }
        tree.pass(name, tag);
        tree.framesetOk = false;
      }
      case BUTTON -> {
        if (open.inScope(BUTTON, ElementName.SCOPE | ElementName.BUTTON_SCOPE)) {
          open.endImplied(null);
          open.popTo(BUTTON);
        }
        formatting.reconstruct();
        tree.insert(name, tag);
        tree.framesetOk = false;
      }
      case TEXTAREA -> {
        tree.framesetOk = false;
        tree.startText(name, tag, Following.TEXT);
      }
      case XMP -> {
        endParagraph();
        formatting.reconstruct();
        tree.framesetOk = false;
        tree.startText(name, tag, Following.RAW);
      }
      case IFRAME -> {
        tree.framesetOk = false;
        tree.startText(name, tag, Following.RAW);
      }
      case NOEMBED -> tree.startText(name, tag, Following.RAW);
      case NOSCRIPT -> {
        formatting.reconstruct();
        tree.startIsland(name, Following.RAW);
      }
      case PLAINTEXT -> {
        endParagraph();
        tree.startText(name, tag, Following.PLAINTEXT);
      }
      case SELECT, OPTION, OPTION_GROUP -> startOption(name, tag);
      case RUBY_BASE, RUBY_TEXT -> {
        if (open.inScope(RUBY, ElementName.SCOPE)) {
          open.endImplied(name.rule() == ElementRule.RUBY_TEXT ? RTC : null);
        }
        tree.insert(name, tag);
      }
      case NOBR -> {
        formatting.reconstruct();
        if (open.inScope(NOBR, ElementName.SCOPE)) {
          adoption.end(NOBR);
          formatting.reconstruct();
        }
        formatting.begin(name, tag);
      }
      case MATH, SVG -> {
        formatting.reconstruct();
        boolean svg = name.rule() == ElementRule.SVG;
        Reading unused = tree.insert(name, svg ? OpenElements.SVG : OpenElements.MATH, 0, tag);
        if (tag.isSelfClosing()) {
          open.pop();
        }
      }
      case OBJECT -> {
        formatting.reconstruct();
        tree.insert(name, tag);
        formatting.mark();
        tree.framesetOk = false;
      }
      case MEDIA -> tree.pass(name, tag);
      case HTML, BODY -> {
        tree.merge(name, tag);
        tree.framesetOk &= name.rule() == ElementRule.HTML;
      }
      case FRAMESET -> {
        if (tree.framesetOk) {
          throw Doubt.FRAMESET.exception();
        }
      }
      case HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, TEMPLATE -> tree.head.insert(name, tag);
      case CAPTION, COLUMN, COLUMNS, FRAME, HEAD, TABLE_BODY, CELL, ROW -> {}
    }
  }

  void endParagraph() {
    if (open.hasParagraph() && open.inScope(P, ElementName.SCOPE | ElementName.BUTTON_SCOPE)) {
      open.endImplied(P);
      open.popTo(P);
    }
  }

  private void startAnchor() {
    if (formatting.find(A) >= 0) {
      if (tree.isInForeign()) {
        tree.end(A); // as in jsoup's tree, also a link of SVG
      } else {
        adoption.end(A);
      }
      int at = open.find(A);
      if (at >= 0) {
        int listed = formatting.find(open.id(at));
        if (listed >= 0) {
          formatting.remove(listed);
        }
        open.remove(at);
      }
    }
  }

  /** The last open element with this rule, unless a block is open inside it; else null. */
  private ElementName openItem(ElementRule rule) {
    for (int at = open.size() - 1; at >= 0; at--) {
      ElementName name = open.name(at);
      boolean found = name.rule() == rule;
      if (found || (open.has(at, ElementName.SPECIAL) && !isPassable(name))) {
        open.lookedDownTo(at);
        return found ? name : null;
      }
    }
    return null;
  }

  private static boolean isPassable(ElementName name) {
    return name.is(P) || name.is(DIV) || name.is(ADDRESS);
  }

  private void startOption(ElementName name, StartTag tag) {
    boolean inSelect = open.inScope(SELECT, ElementName.SCOPE);
    if (name.rule() == ElementRule.SELECT) {
      if (inSelect) {
        open.popTo(SELECT);
        return;
      }
      tree.framesetOk = false;
    } else if (inSelect) {
      open.endImplied(name.rule() == ElementRule.OPTION ? OPTGROUP : null);
    } else if (open.currentIs(OPTION)) {
      open.pop();
    }
    formatting.reconstruct();
    tree.insert(name, tag);
  }

  void end(ElementName name) {
    switch (name.rule()) {
      case PARAGRAPH -> {
        if (!open.inScope(P, ElementName.SCOPE | ElementName.BUTTON_SCOPE)) {
          tree.insert(P);
        }
        open.endImplied(P);
        open.popTo(P);
      }
      case BLOCK, BUTTON, PRE, SELECT -> endInScope(name, null, ElementName.SCOPE);
      case ANCHOR, FORMATTING, NOBR -> adoption.end(name);
      case ITEM -> endInScope(LI, LI, ElementName.SCOPE | ElementName.LIST_SCOPE);
      case DEFINITION -> endInScope(name, name, ElementName.SCOPE);
      case HEADING -> {
        if (open.headingInScope()) {
          open.endImplied(null);
          open.popToHeading();
        }
      }
      case FORM -> endForm();
      case BODY -> {
        if (open.inScope(TreeConstruction.BODY, ElementName.SCOPE)) {
          tree.mode = Mode.AFTER_BODY;
        }
      }
      case HTML -> {
        if (open.find(TreeConstruction.BODY) >= 0) {
          tree.mode = Mode.AFTER_AFTER_BODY;
        }
      }
      case BREAK -> {
        formatting.reconstruct();
        tree.pass(BR);
        tree.framesetOk = false;
      }
      case OBJECT -> {
        if (open.inScope(name, ElementName.SCOPE)) {
          endInScope(name, null, ElementName.SCOPE);
          formatting.clearToMarker();
        }
      }
      case TEMPLATE -> {}
      default -> endOther(name);
    }
  }

  private void endInScope(ElementName name, ElementName butFor, int borders) {
    if (open.inScope(name, borders)) {
      open.endImplied(butFor);
      open.popTo(name);
    }
  }

  private void endForm() {
    int current = form;
    form = 0;
    if (current == 0 || !open.inScope(FORM, ElementName.SCOPE)) {
      return;
    }
    open.endImplied(null);
    int at = open.find(current);
    if (at >= 0) {
      open.remove(at);
    }
  }

  /**
   * Ends an element without a rule of its own: the last one with this name, unless a block is open
   * inside it.
   */
  void endOther(ElementName name) {
    if (open.currentIs(name)) {
      open.pop();
      return;
    }
    for (int at = open.size() - 1; at >= 0; at--) {
      if (open.name(at).is(name)) {
        open.lookedDownTo(at);
        // As in jsoup's tree, one of SVG or MathML stands for one around it.
        if (open.space(at) == OpenElements.HTML || open.find(name) >= 0) {
          open.endImplied(name);
          open.popTo(name);
        }
        return;
      }
      if (open.has(at, ElementName.SPECIAL)) {
        open.lookedDownTo(at);
        return;
      }
    }
  }
}

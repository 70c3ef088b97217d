package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.TreeConstruction.Following;
import dev.crawlsieve.core.html.TreeConstruction.Mode;

/**
 * Rules for tags in a body, in a cell, and wherever no other rule applies (WHATWG HTML,
 * 13.2.6.4.7). Longer than most classes because it is a single list of rules.
 */
final class BodyRules {

  private static final ElementName P = ElementName.of("p");
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
  private final Adoption adoption;

  /** Id of the open form that controls belong to; 0 if there is none. */
  private int form;

  BodyRules(TreeConstruction tree) {
    this.tree = tree;
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
    OpenElements open = tree.open;
    switch (name.rule()) {
      case PARAGRAPH, BLOCK -> {
        endParagraph();
        tree.insert(name, tag);
      }
      case ANCHOR -> {
        startAnchor();
        tree.reconstruct();
        tree.insertFormatting(name, tag);
      }
      case FORMATTING -> {
        tree.reconstruct();
        tree.insertFormatting(name, tag);
      }
      case OTHER, UNKNOWN -> {
        tree.reconstruct();
        tree.insert(name, tag);
      }
      case ITEM -> startItem(name, tag);
      case DEFINITION -> startDefinition(name, tag);
      case HEADING -> {
        endParagraph();
        if (open.currentHas(ElementName.HEADING)) {
          open.pop();
        }
        tree.insert(name, tag);
      }
      case BREAK, VOID -> {
        tree.reconstruct();
        tree.pass(name, tag);
        tree.framesetOk = false;
      }
      case IMAGE -> start(IMG, tag);
      case PRE -> {
        endParagraph();
        tree.insert(name, tag);
        tree.framesetOk = false;
        tree.followedByLine();
      }
      case TABLE -> {
        if (!tree.quirks) {
          endParagraph();
        }
        tree.insert(name, tag);
        tree.framesetOk = false;
        tree.mode(Mode.IN_TABLE);
      }
      case FORM -> {
        if (!hasForm()) {
          endParagraph();
          tree.insert(name, tag, newForm());
        }
      }
      case INPUT -> {
        if (open.inScope(SELECT, ElementName.SCOPE)) {
          open.popTo(SELECT);
        }
        tree.reconstruct();
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
        tree.reconstruct();
        tree.insert(name, tag);
        tree.framesetOk = false;
      }
      case TEXTAREA -> {
        tree.framesetOk = false;
        tree.startText(name, tag, Following.TEXT);
      }
      case XMP -> {
        endParagraph();
        tree.reconstruct();
        tree.framesetOk = false;
        tree.startText(name, tag, Following.RAW);
      }
      case IFRAME -> {
        tree.framesetOk = false;
        tree.startText(name, tag, Following.RAW);
      }
      case NOEMBED -> tree.startText(name, tag, Following.RAW);
      case NOSCRIPT -> {
        tree.reconstruct();
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
        tree.reconstruct();
        if (open.inScope(NOBR, ElementName.SCOPE)) {
          adoption.end(NOBR);
          tree.reconstruct();
        }
        tree.insertFormatting(name, tag);
      }
      case MATH -> startForeign(name, OpenElements.MATH, tag);
      case SVG -> startForeign(name, OpenElements.SVG, tag);
      case OBJECT -> {
        tree.reconstruct();
        tree.insert(name, tag);
        tree.formatting.mark();
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
      case HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, TEMPLATE -> {
        boolean unused = tree.startInHead(name, tag);
      }
      case CAPTION, COLUMN, COLUMNS, FRAME, HEAD, TABLE_BODY, CELL, ROW -> {}
    }
  }

  private void startForeign(ElementName name, byte space, StartTag tag) {
    tree.reconstruct();
    ForeignRules.insert(tree, name, space, tag);
  }

  void endParagraph() {
    OpenElements open = tree.open;
    if (open.hasParagraph() && open.inScope(P, ElementName.SCOPE | ElementName.BUTTON_SCOPE)) {
      open.endImplied(P);
      open.popTo(P);
    }
  }

  private void startAnchor() {
    if (tree.formatting.find(A) >= 0) {
      if (tree.isInForeign()) {
        tree.end(A); // as in jsoup's tree, also a link of SVG
      } else {
        adoption.end(A);
      }
      int at = tree.open.find(A);
      if (at >= 0) {
        int listed = tree.formatting.find(tree.open.id(at));
        if (listed >= 0) {
          tree.formatting.remove(listed);
        }
        tree.open.remove(at);
      }
    }
  }

  private void startItem(ElementName name, StartTag tag) {
    OpenElements open = tree.open;
    tree.framesetOk = false;
    for (int at = open.size() - 1; at > 0; at--) {
      if (open.name(at).is(LI)) {
        open.lookedDownTo(at);
        endItem();
        break;
      }
      if (open.has(at, ElementName.SPECIAL) && !isPassable(open.name(at))) {
        open.lookedDownTo(at);
        break;
      }
    }
    endParagraph();
    tree.insert(name, tag);
  }

  private void startDefinition(ElementName name, StartTag tag) {
    OpenElements open = tree.open;
    tree.framesetOk = false;
    for (int at = open.size() - 1; at >= 0; at--) {
      if (open.name(at).rule() == ElementRule.DEFINITION) {
        open.lookedDownTo(at);
        endInScope(open.name(at), open.name(at), ElementName.SCOPE);
        break;
      }
      if (open.has(at, ElementName.SPECIAL) && !isPassable(open.name(at))) {
        open.lookedDownTo(at);
        break;
      }
    }
    endParagraph();
    tree.insert(name, tag);
  }

  private static boolean isPassable(ElementName name) {
    return name.equals(P) || name.toString().equals("div") || name.toString().equals("address");
  }

  private void startOption(ElementName name, StartTag tag) {
    OpenElements open = tree.open;
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
    tree.reconstruct();
    tree.insert(name, tag);
  }

  void end(ElementName name) {
    OpenElements open = tree.open;
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
      case ITEM -> endItem();
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
          tree.mode(Mode.AFTER_BODY);
        }
      }
      case HTML -> {
        if (open.find(TreeConstruction.BODY) >= 0) {
          tree.mode(Mode.AFTER_AFTER_BODY);
        }
      }
      case BREAK -> {
        tree.reconstruct();
        tree.pass(BR);
        tree.framesetOk = false;
      }
      case OBJECT -> {
        if (open.inScope(name, ElementName.SCOPE)) {
          endInScope(name, null, ElementName.SCOPE);
          tree.formatting.clearToMarker();
        }
      }
      case TEMPLATE -> {}
      default -> endOther(name);
    }
  }

  private void endItem() {
    endInScope(LI, LI, ElementName.SCOPE | ElementName.LIST_SCOPE);
  }

  private void endInScope(ElementName name, ElementName butFor, int borders) {
    if (tree.open.inScope(name, borders)) {
      tree.open.endImplied(butFor);
      tree.open.popTo(name);
    }
  }

  private void endForm() {
    OpenElements open = tree.open;
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
    OpenElements open = tree.open;
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

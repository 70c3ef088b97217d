package dev.crawlsieve.core.html;

import org.jspecify.annotations.Nullable;

/**
 * Decides which elements a tag begins and ends, and reports them to a sink. It has the rules of the
 * standard's tree construction (WHATWG HTML, 13.2.6) on which the order and the blocks of a page's
 * text depend: implied ends, missing tags of tables, scopes, and elements that end out of order.
 * Unlike in the standard, nothing moves: content of a table outside its cells is read where it is,
 * and formatting does not begin again after a block that ended in it.
 */
final class TagRules {

  /** How the scanner has to read the bytes after a start tag. */
  enum Following {
    MARKUP,
    /** Text with references, up to the element's end tag. */
    TEXT,
    /** Text without references, up to the element's end tag. */
    AS_WRITTEN,
    /** Raw text, which is skipped up to the element's end tag. */
    RAW,
    /**
     * Raw text, which is skipped; instead, the page in the tag's attribute {@code srcdoc} is read.
     */
    FRAME,
    PLAINTEXT
  }

  private static final ElementName HTML = ElementName.of("html");
  private static final ElementName BODY = ElementName.of("body");
  private static final ElementName P = ElementName.of("p");
  private static final ElementName LI = ElementName.of("li");
  private static final ElementName DD = ElementName.of("dd");
  private static final ElementName DT = ElementName.of("dt");
  private static final ElementName BR = ElementName.of("br");
  private static final ElementName IMG = ElementName.of("img");
  private static final ElementName BUTTON = ElementName.of("button");
  private static final ElementName SELECT = ElementName.of("select");
  private static final ElementName OPTION = ElementName.of("option");
  private static final ElementName OPTGROUP = ElementName.of("optgroup");
  private static final ElementName RUBY = ElementName.of("ruby");
  private static final ElementName RTC = ElementName.of("rtc");
  private static final ElementName TABLE = ElementName.of("table");
  private static final ElementName TBODY = ElementName.of("tbody");
  private static final ElementName TR = ElementName.of("tr");
  private static final ElementName TEMPLATE = ElementName.of("template");
  private static final ElementName IFRAME = ElementName.of("iframe");
  private static final ElementName LINK = ElementName.of("link");
  private static final ElementName META = ElementName.of("meta");

  /** The flags of an element of SVG or MathML that contains HTML. */
  private static final int HTML_IN =
      ElementName.SCOPE
          | ElementName.SPECIAL
          | ElementName.HOLDS_ITEMS
          | ElementName.HTML_IN_FOREIGN;

  /** The flags of elements of SVG and MathML. */
  private static final int FOREIGN = ElementName.FOREIGN | ElementName.HTML_IN_FOREIGN;

  private final HtmlSink sink;
  private final byte[] utf8;
  private final OpenElements open;
  private final StartTag implied;
  private final TextBetween texts;
  private final boolean xml;
  private boolean inBody;

  /** Whether the last start tag began an element that is still open. */
  private boolean began;

  /**
   * @param xml whether the markup is in XML syntax
   */
  TagRules(HtmlSink sink, byte[] utf8, int end, Work work, boolean xml) {
    this.xml = xml;
    this.sink = sink;
    this.utf8 = utf8;
    this.open = new OpenElements(sink, work);
    this.implied = new StartTag(utf8, end);
    this.texts = new TextBetween(sink, utf8, xml);
  }

  /** Processes a start tag; returns how the bytes after it are to be read. */
  Following start(ElementName name, StartTag tag) {
    began = false;
    Following following = begin(name, tag);
    if (xml && tag.isSelfClosing() && began && following != Following.FRAME) {
      open.pop();
      return Following.MARKUP;
    }
    return following;
  }

  private Following begin(ElementName name, StartTag tag) {
    ElementRule rule = name.rule();
    if (isInForeign()) {
      if (!name.has(ElementName.BREAKS_OUT)) {
        return startForeign(name, tag);
      }
      while (isInForeign()) {
        open.pop();
      }
    }
    if (isBeforeBody() && !rule.precedesBody()) {
      openBody(rule == ElementRule.BODY ? tag : implied);
    }
    switch (rule) {
      case PARAGRAPH, BLOCK, PRE -> {
        endParagraph();
        push(name, tag);
      }
      case ANCHOR -> {
        endFormatting(name);
        push(name, tag);
      }
      case FORMATTING, OBJECT, OTHER, TEMPLATE, UNKNOWN -> push(name, tag);
      case ITEM, DEFINITION -> {
        endItem(rule);
        endParagraph();
        push(name, tag);
      }
      case HEADING -> {
        endParagraph();
        if (open.currentHas(ElementName.HEADING)) {
          open.pop();
        }
        push(name, tag);
      }
      case BREAK, VOID -> open.pass(name, tag);
      case IMAGE -> open.pass(IMG, tag);
      case RULE -> {
        endParagraph();
        open.pass(name, tag);
      }
      case INPUT -> {
        open.popTo(open.find(SELECT, ElementName.SCOPE));
        open.pass(name, tag);
      }
      case FORM -> {
        if (!open.holds(name)) {
          endParagraph();
          push(name, tag);
        }
      }
      case TABLE -> {
        endParagraph();
        if (open.find(ElementName.CELLS, ElementName.SCOPE) >= 0) {
          open.popTo(table()); // a table inside another's frame replaces it
        }
        push(name, tag);
      }
      case CAPTION, COLUMNS, TABLE_BODY -> startPart(name, tag, ElementName.PARTS);
      case ROW -> startPart(name, tag, ElementName.ROWS);
      case CELL -> startPart(name, tag, ElementName.CELLS);
      case BUTTON -> {
        open.popTo(open.find(BUTTON, ElementName.SCOPE));
        push(name, tag);
      }
      case SELECT, OPTION, OPTION_GROUP -> startOption(name, tag);
      case RUBY_BASE, RUBY_TEXT -> {
        if (open.find(RUBY, ElementName.SCOPE) >= 0) {
          endImplied(rule == ElementRule.RUBY_TEXT ? RTC : null);
        }
        push(name, tag);
      }
      case FOREIGN -> startForeign(name, tag);
      case HEAD_VOID -> startHeadVoid(name, tag);
      case HTML -> {
        if (open.size() == 0) {
          push(name, tag);
        } else {
          sink.root(tag);
        }
      }
      case TITLE -> {
        push(name, tag);
        return Following.TEXT;
      }
      case TEXTAREA -> {
        push(name, tag);
        return xml ? Following.MARKUP : Following.TEXT;
      }
      case HEAD_RAW, NOSCRIPT, SCRIPT -> {
        push(name, tag);
        return Following.RAW;
      }
      case BODY_RAW -> {
        push(name, tag);
        boolean frame = name.is(IFRAME) && tag.has(AttributeName.SRCDOC) && !open.isSkipping();
        return frame ? Following.FRAME : Following.RAW;
      }
      case XMP, PLAINTEXT -> {
        endParagraph();
        push(name, tag);
        return xml
            ? Following.MARKUP
            : rule == ElementRule.XMP ? Following.AS_WRITTEN : Following.PLAINTEXT;
      }
      case HEAD, BODY, FRAMESET, FRAME, COLUMN -> {}
    }
    return Following.MARKUP;
  }

  private void push(ElementName name, StartTag tag) {
    began = tag != implied && !name.is(HTML) && !name.is(BODY);
    open.push(name, name.flags() & ~ElementName.HTML_IN_FOREIGN, tag);
  }

  private boolean isBeforeBody() {
    return !inBody && !open.holds(TEMPLATE);
  }

  private void openBody(StartTag tag) {
    if (open.size() == 0) {
      push(HTML, implied);
    }
    push(BODY, tag);
    inBody = true;
  }

  private void startHeadVoid(ElementName name, StartTag tag) {
    if (inBody) {
      open.pass(name, tag);
    }
    if (!open.holds(TEMPLATE)) {
      if (name.is(LINK)) {
        sink.link(tag, !inBody);
      } else if (name.is(META)) {
        sink.meta(tag);
      }
    }
  }

  /** Begins an element of SVG or MathML. */
  private Following startForeign(ElementName name, StartTag tag) {
    if (tag.isSelfClosing()) {
      open.pass(name, tag);
      return Following.MARKUP;
    }
    open.push(name, name.has(ElementName.HTML_IN_FOREIGN) ? HTML_IN : ElementName.FOREIGN, tag);
    return name.rule() == ElementRule.SCRIPT ? Following.RAW : Following.MARKUP;
  }

  private boolean isInForeign() {
    return open.currentHas(ElementName.FOREIGN);
  }

  /** Whether CDATA is text at this position. */
  boolean takesCdata() {
    return xml || isForeign();
  }

  /** Whether the innermost open element is one of SVG or MathML. */
  private boolean isForeign() {
    return open.currentHas(FOREIGN);
  }

  private void endParagraph() {
    open.popTo(open.find(P, ElementName.SCOPE | ElementName.BUTTON_SCOPE));
  }

  /** Ends the open item of the same list. */
  private void endItem(ElementRule rule) {
    if (rule == ElementRule.ITEM) {
      open.popTo(open.find(LI, ElementName.HOLDS_ITEMS));
    } else if (open.holds(DD) || open.holds(DT)) {
      open.popTo(open.find(ElementName.DEFINITION, ElementName.HOLDS_ITEMS));
    }
  }

  private void startOption(ElementName name, StartTag tag) {
    int select = open.find(SELECT, ElementName.SCOPE);
    if (name.is(SELECT)) {
      open.popTo(select);
      if (select >= 0) {
        return;
      }
    } else if (select >= 0) {
      endImplied(name.is(OPTION) ? OPTGROUP : null);
    } else if (open.currentIs(OPTION)) {
      open.pop();
    }
    push(name, tag);
  }

  private void endImplied(@Nullable ElementName butFor) {
    while (open.currentHas(ElementName.IMPLIED_END)
        && (butFor == null || !open.currentIs(butFor))) {
      open.pop();
    }
  }

  private int table() {
    return open.find(TABLE, ElementName.TABLE_SCOPE);
  }

  /**
   * Begins a part of the innermost table, preceded by the parts around it whose tags are missing;
   * does nothing outside a table.
   *
   * @param in the flag of the elements that the part may begin in
   */
  private void startPart(ElementName name, StartTag tag, int in) {
    if (table() < 0) {
      return;
    }
    open.popTo(open.find(in, 0) + 1);
    if (in != ElementName.PARTS && open.currentIs(TABLE)) {
      push(TBODY, implied);
    }
    if (in == ElementName.CELLS && !open.currentIs(TR)) {
      push(TR, implied);
    }
    push(name, tag);
  }

  /**
   * Processes the innermost element's end tag if these bytes, which follow {@code </}, begin with
   * it; returns the length of the end tag in bytes, or 0 if they do not.
   */
  int endCurrent(long eight) {
    return open.endCurrent(eight);
  }

  /** Processes an end tag. */
  void end(ElementName name) {
    int foreign = isAmongForeign(name) ? open.findWithin(name, FOREIGN) : -1;
    if (foreign >= 0) {
      open.popTo(foreign);
    } else {
      endInHtml(name);
    }
  }

  /**
   * Whether an end tag may be that of an element of SVG or MathML (13.2.6.5), even an innermost one
   * that contains HTML: start tags and text in it are HTML, its end tag is foreign.
   */
  private boolean isAmongForeign(ElementName name) {
    return isForeign() && name.rule() != ElementRule.PARAGRAPH && name.rule() != ElementRule.BREAK;
  }

  private void endInHtml(ElementName name) {
    switch (name.rule()) {
      case PARAGRAPH -> {
        if (open.find(P, ElementName.SCOPE | ElementName.BUTTON_SCOPE) < 0 && inBody) {
          open.pass(P, implied);
        }
        endParagraph();
      }
      case BREAK -> start(BR, implied);
      case ANCHOR, FORMATTING -> endFormatting(name);
      case HEADING -> open.popTo(open.find(ElementName.HEADING, ElementName.SCOPE));
      case FORM -> endForm(name);
      case ITEM -> endInScope(name, ElementName.SCOPE | ElementName.LIST_SCOPE);
      case CAPTION, CELL, COLUMNS, ROW, TABLE, TABLE_BODY ->
          endInScope(name, ElementName.TABLE_SCOPE);
      case BLOCK, BUTTON, DEFINITION, OBJECT, PRE, SELECT -> endInScope(name, ElementName.SCOPE);
      case TEMPLATE -> endInScope(name, 0);
      case BODY, HEAD, HTML -> {}
      default -> endInScope(name, ElementName.SPECIAL);
    }
  }

  private void endInScope(ElementName name, int borders) {
    open.popTo(open.find(name, borders));
  }

  /** Ends a formatting element, but not the blocks that began in it. */
  private void endFormatting(ElementName name) {
    int at = open.find(name, ElementName.SCOPE);
    if (at >= 0) {
      if (open.find(ElementName.SPECIAL, 0) > at) {
        open.leave(at);
      } else {
        open.popTo(at);
      }
    }
  }

  /**
   * Ends a form. Of the elements that began in it, only innermost ones with implied ends end, too.
   */
  private void endForm(ElementName name) {
    int at = open.find(name, ElementName.SCOPE);
    if (at >= 0) {
      endImplied(null);
      if (at == open.size() - 1) {
        open.pop();
      } else {
        open.leave(at);
      }
    }
  }

  /** Ends an element that contained raw text. */
  void endText() {
    open.pop();
  }

  /** Processes text as written, {@code utf8[from, to)}, between two pieces of markup. */
  void text(int from, int to, boolean hasReferences) {
    int start = from;
    if (isBeforeBody()) {
      // White space before the first word does not belong to the body.
      start = Bytes.skipBlanks(utf8, start, to);
      if (start == to) {
        return;
      }
      openBody(implied);
    }
    emit(start, to, hasReferences);
  }

  /** Reports text without markup. */
  void emit(int from, int to, boolean hasReferences) {
    if (!open.isSkipping()) {
      texts.emit(from, to, hasReferences);
    }
  }

  /** Reports the text of a script or of {@code noscript}, as written. */
  void raw(int from, int to) {
    sink.raw(utf8, from, to);
  }

  /** Reports a title's text, as written. */
  void title(int from, int to) {
    if (!open.holds(TEMPLATE)) {
      sink.title(texts.decoded(from, to), !inBody);
    }
  }

  /** Ends the page. */
  void finish() {
    open.popTo(0);
  }
}

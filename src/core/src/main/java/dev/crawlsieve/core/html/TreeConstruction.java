package dev.crawlsieve.core.html;

import dev.crawlsieve.core.html.HtmlSink.Reading;
import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;

/**
 * Decides where each tag and text of a page belongs, like the standard's tree construction (WHATWG
 * HTML, 13.2.6), and reports it to a sink instead of building a tree. If a tree would have to be
 * changed afterwards, it abandons the page with a {@link Doubt}.
 *
 * <p>Templates and {@code noscript} are skipped as a whole: their content is never read, and has no
 * effect outside them. As in browsers that run scripts, {@code noscript} contains raw text.
 *
 * <p>Long because it is the one place that knows the insertion mode: the standard's modes, one
 * after the other.
 */
final class TreeConstruction {

  enum Mode {
    INITIAL,
    BEFORE_HTML,
    BEFORE_HEAD,
    IN_HEAD,
    AFTER_HEAD,
    IN_BODY,
    IN_TABLE,
    IN_CAPTION,
    IN_COLUMNS,
    IN_TABLE_BODY,
    IN_ROW,
    IN_CELL,
    AFTER_BODY,
    AFTER_AFTER_BODY
  }

  /** How the scanner has to read what follows a start tag. */
  enum Following {
    MARKUP,
    /** Markup, in which a leading line feed is ignored. */
    LINE,
    /** Text with references, up to the element's end tag. */
    TEXT,
    /** Skipped up to the element's end tag. */
    RAW,
    SCRIPT,
    PLAINTEXT,
    TEMPLATE
  }

  static final ElementName HTML = ElementName.of("html");
  static final ElementName HEAD = ElementName.of("head");
  static final ElementName BODY = ElementName.of("body");
  private static final ElementName LINK = ElementName.of("link");
  private static final ElementName META = ElementName.of("meta");

  final OpenElements open;
  final FormattingElements formatting;
  final Work work;
  private final HtmlSink sink;
  private final byte[] utf8;
  private final int end;
  private final boolean takesAnywhere;
  private final StartTag implied;
  private final BodyRules body;
  private final TableRules table;
  private final ForeignRules foreign;
  private final References references = new References();
  private final byte[] character = new byte[Long.BYTES];
  private Mode mode = Mode.INITIAL;
  private Following following = Following.MARKUP;
  private boolean lateHead;
  private int lastId;
  boolean quirks;

  /** Whether a frameset could still replace the body. */
  boolean framesetOk = true;

  /** Whether content inserted into a table outside its cells is to be moved before the table. */
  boolean fosters;

  /**
   * @param takesAnywhere whether content of a table outside its cells is taken where it is, instead
   *     of doubted
   */
  TreeConstruction(HtmlSink sink, byte[] utf8, int end, Work work, boolean takesAnywhere) {
    this.sink = sink;
    this.takesAnywhere = takesAnywhere;
    this.utf8 = utf8;
    this.end = end;
    this.work = work;
    this.open = new OpenElements(sink, work);
    this.formatting = new FormattingElements(work);
    this.implied = new StartTag(utf8, end);
    this.body = new BodyRules(this);
    this.table = new TableRules(this, body);
    this.foreign = new ForeignRules(this);
  }

  void doctype(boolean withQuirks) {
    if (mode == Mode.INITIAL) {
      quirks = withQuirks;
      mode = Mode.BEFORE_HTML;
    }
  }

  /** Processes a start tag; returns how what follows is to be read. */
  Following start(ElementName name, StartTag tag) {
    following = Following.MARKUP;
    if (isInForeign() && foreign.takesStart(name)) {
      foreign.start(name, tag);
    } else {
      startHtml(name, tag);
    }
    return following;
  }

  void startHtml(ElementName name, StartTag tag) {
    switch (mode) {
      case INITIAL, BEFORE_HTML -> {
        quirks |= mode == Mode.INITIAL;
        mode = Mode.BEFORE_HEAD;
        if (name.rule() == ElementRule.HTML) {
          insert(name, tag);
        } else {
          insert(HTML);
          startHtml(name, tag);
        }
      }
      case BEFORE_HEAD -> {
        if (name.rule() == ElementRule.HTML) {
          body.start(name, tag);
        } else {
          mode = Mode.IN_HEAD;
          if (name.rule() == ElementRule.HEAD) {
            insert(name, tag);
          } else {
            insert(HEAD);
            startHtml(name, tag);
          }
        }
      }
      case IN_HEAD -> {
        if (name.rule() == ElementRule.HTML) {
          body.start(name, tag);
        } else if (name.rule() == ElementRule.NOSCRIPT) {
          startIsland(name, Following.RAW);
        } else if (!startInHead(name, tag) && name.rule() != ElementRule.HEAD) {
          open.pop();
          mode = Mode.AFTER_HEAD;
          startHtml(name, tag);
        }
      }
      case AFTER_HEAD -> startAfterHead(name, tag);
      case IN_BODY -> body.start(name, tag);
      case AFTER_BODY, AFTER_AFTER_BODY -> {
        if (name.rule() != ElementRule.HTML) {
          mode = Mode.IN_BODY;
        }
        body.start(name, tag);
      }
      default -> table.start(name, tag);
    }
  }

  private void startAfterHead(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HTML -> body.start(name, tag);
      case BODY -> {
        insert(name, tag);
        framesetOk = false;
        mode = Mode.IN_BODY;
      }
      case FRAMESET -> throw Doubt.FRAMESET.exception();
      case HEAD -> {}
      case HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, TEMPLATE -> {
        insert(HEAD);
        boolean unused = startInHead(name, tag);
        lateHead = following != Following.MARKUP;
        if (!lateHead) {
          open.pop();
        }
      }
      default -> {
        insertBody();
        body.start(name, tag);
      }
    }
  }

  /** Inserts the body when it has no tag. */
  private void insertBody() {
    insert(BODY);
    framesetOk = true; // as in jsoup's tree, also after a template in the head
    mode = Mode.IN_BODY;
  }

  /** Inserts an element if it belongs to the head; returns whether it did. */
  boolean startInHead(ElementName name, StartTag tag) {
    switch (name.rule()) {
      case HEAD_VOID -> {
        pass(name, tag);
        if (name.equals(LINK)) {
          sink.link(tag, mode == Mode.IN_HEAD || mode == Mode.AFTER_HEAD);
        } else if (name.equals(META)) {
          sink.meta(tag);
        }
      }
      case TITLE -> startText(name, tag, Following.TEXT);
      case HEAD_RAW -> startText(name, tag, Following.RAW);
      case SCRIPT -> startText(name, tag, Following.SCRIPT);
      case TEMPLATE -> {
        framesetOk = false;
        startIsland(name, Following.TEMPLATE);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Begins an element that contains raw text. */
  void startText(ElementName name, StartTag tag, Following text) {
    insert(name, tag);
    following = text;
  }

  /** Begins an element that is skipped as a whole. */
  void startIsland(ElementName name, Following island) {
    open.pushSkipped(name);
    following = island;
  }

  /** A script in foreign content follows, which is read like one in HTML. */
  void followedByScript() {
    following = Following.SCRIPT;
  }

  /** Preformatted text follows. */
  void followedByLine() {
    following = Following.LINE;
  }

  /**
   * Detects content of a template with effects that skipping the template would miss.
   *
   * @param foreign whether SVG, MathML or a column began in it, after which raw text elements mean
   *     something else
   * @param formatted whether a formatting element began in it
   */
  void checkInTemplate(ElementName name, boolean foreign, boolean formatted) {
    boolean harmless =
        switch (name.rule()) {
          case TITLE, TEXTAREA, XMP, IFRAME, NOEMBED, NOSCRIPT, PLAINTEXT, HEAD_RAW, SCRIPT ->
              !foreign;
          case CELL, CAPTION, OBJECT -> !formatted && formatting.size() == 0;
          case TEMPLATE -> !foreign && !formatted;
          default -> true;
        };
    if (!harmless) {
      throw Doubt.TEMPLATE.exception();
    }
  }

  /** Ends an element that contained raw text, or was skipped. */
  void endText() {
    open.pop();
    if (lateHead) {
      open.pop();
      lateHead = false;
    }
  }

  /**
   * Processes the current element's end tag if these bytes, which follow the solidus, begin with
   * it; returns its length in bytes, or 0 if they do not.
   */
  int endCurrent(long eight) {
    int at = open.size() - 1;
    if (at < 0 || !open.name(at).isEndedBy(eight)) {
      return 0;
    }
    ElementName name = open.name(at);
    if (open.has(at, ElementName.ENDS_ALONE) && (mode == Mode.IN_BODY || mode == Mode.IN_CELL)) {
      open.pop();
    } else {
      end(name);
    }
    return name.endingLength();
  }

  void end(ElementName name) {
    if (isInForeign()) {
      foreign.end(name);
    } else {
      endHtml(name);
    }
  }

  void endHtml(ElementName name) {
    ElementRule rule = name.rule();
    boolean opens =
        rule == ElementRule.BODY || rule == ElementRule.BREAK || rule == ElementRule.HTML;
    switch (mode) {
      case INITIAL, BEFORE_HTML -> {
        quirks |= mode == Mode.INITIAL;
        mode = Mode.BEFORE_HTML;
        if (opens || rule == ElementRule.HEAD) {
          insert(HTML);
          mode = Mode.BEFORE_HEAD;
          endHtml(name);
        }
      }
      case BEFORE_HEAD -> {
        if (opens || rule == ElementRule.HEAD) {
          insert(HEAD);
          mode = Mode.IN_HEAD;
          endHtml(name);
        }
      }
      case IN_HEAD -> {
        if (opens || rule == ElementRule.HEAD) {
          open.pop();
          mode = Mode.AFTER_HEAD;
          if (opens) {
            endHtml(name);
          }
        }
      }
      case AFTER_HEAD -> {
        if (opens) {
          insertBody();
          body.end(name);
        }
      }
      case IN_BODY -> body.end(name);
      case AFTER_BODY, AFTER_AFTER_BODY -> {
        if (rule == ElementRule.HTML && mode == Mode.AFTER_BODY) {
          mode = Mode.AFTER_AFTER_BODY;
        } else {
          mode = Mode.IN_BODY;
          body.end(name);
        }
      }
      default -> table.end(name);
    }
  }

  /** Text as written, {@code utf8[from, to)}, between two pieces of markup. */
  void text(int from, int to, boolean hasReferences) {
    if (isInForeign() && foreign.takesText()) {
      framesetOk &= !hasReferences && Bytes.areBlank(utf8, from, to);
      emit(from, to, hasReferences);
      return;
    }
    switch (mode) {
      case IN_BODY, IN_CAPTION, IN_CELL -> textInBody(from, to, hasReferences);
      case INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD, AFTER_BODY, AFTER_AFTER_BODY -> {
        // White space before the words does not belong to the body.
        int words = from;
        while (words < to && Bytes.isBlank(utf8[words])) {
          words++;
        }
        if (words < to) {
          openBody();
          textInBody(words, to, hasReferences);
        }
      }
      default -> table.text(from, to, hasReferences);
    }
  }

  boolean isBlank(int from, int to, boolean hasReferences) {
    return !hasReferences && Bytes.areBlank(utf8, from, to);
  }

  void textInBody(int from, int to, boolean hasReferences) {
    if (formatting.size() > 0) {
      reconstruct();
    }
    framesetOk = framesetOk && isBlank(from, to, hasReferences);
    emit(from, to, hasReferences);
  }

  private void openBody() {
    switch (mode) {
      case INITIAL, BEFORE_HTML -> {
        quirks |= mode == Mode.INITIAL;
        insert(HTML);
        mode = Mode.BEFORE_HEAD;
        openBody();
      }
      case BEFORE_HEAD -> {
        insert(HEAD);
        mode = Mode.IN_HEAD;
        openBody();
      }
      case IN_HEAD -> {
        open.pop();
        mode = Mode.AFTER_HEAD;
        openBody();
      }
      case AFTER_HEAD -> insertBody();
      default -> mode = Mode.IN_BODY;
    }
  }

  /** Text without markup. */
  void emit(int from, int to, boolean hasReferences) {
    if (open.isSkipping() || from == to) {
      return;
    }
    int i = from;
    while (hasReferences && i < to) {
      int ampersand = EightAscii.find(utf8, i, to, '&');
      if (ampersand == to) {
        break;
      }
      if (ampersand > i) {
        sink.text(utf8, i, ampersand);
      }
      i = references.read(utf8, ampersand, to, false);
      emit(references.codePoint());
    }
    if (i < to) {
      sink.text(utf8, i, to);
    }
  }

  private void emit(int codePoint) {
    sink.text(character, 0, Utf8Chars.encode(codePoint, character, 0));
  }

  /** A title's text, as written. */
  void title(int from, int to) {
    if (!isInForeign()) {
      sink.title(References.decoded(utf8, from, to, false), isInHead());
    }
  }

  private boolean isInHead() {
    return lateHead || mode == Mode.IN_HEAD;
  }

  /** Ends the page. */
  void finish() {
    if (mode.compareTo(Mode.AFTER_HEAD) <= 0) {
      openBody();
    }
    while (open.size() > 0) {
      open.pop();
    }
  }

  boolean isInForeign() {
    return open.size() > 0 && open.space(open.size() - 1) != OpenElements.HTML;
  }

  /** Text without markup, in foreign content. */
  void cdata(int from, int to) {
    framesetOk &= Bytes.areBlank(utf8, from, to);
    emit(from, to, false);
  }

  void mode(Mode next) {
    mode = next;
  }

  Mode mode() {
    return mode;
  }

  /** Recomputes the mode from the open elements, after an element was ended as a whole. */
  void resetMode() {
    for (int at = open.size() - 1; at >= 0; at--) {
      if (open.space(at) == OpenElements.HTML) {
        Mode found =
            switch (open.name(at).rule()) {
              case CELL -> Mode.IN_CELL;
              case ROW -> Mode.IN_ROW;
              case TABLE_BODY -> Mode.IN_TABLE_BODY;
              case CAPTION -> Mode.IN_CAPTION;
              case COLUMNS -> Mode.IN_COLUMNS;
              case TABLE -> Mode.IN_TABLE;
              case BODY -> Mode.IN_BODY;
              case HTML -> Mode.AFTER_HEAD;
              default -> null;
            };
        if (found != null) {
          open.lookedDownTo(at);
          mode = found;
          return;
        }
      }
    }
    mode = Mode.IN_BODY;
  }

  /** Inserts an element that has no tag. */
  Reading insert(ElementName name) {
    implied.clear();
    return insert(name, implied);
  }

  Reading insert(ElementName name, StartTag tag) {
    return insert(name, tag, 0);
  }

  Reading insert(ElementName name, HtmlAttributes tag, int id) {
    checkPlace();
    return open.push(name, OpenElements.HTML, id, tag);
  }

  Reading insertForeign(ElementName name, byte space, int id, HtmlAttributes tag) {
    checkPlace();
    return open.push(name, space, id, tag);
  }

  /** An element without content. */
  void pass(ElementName name, HtmlAttributes tag) {
    checkPlace();
    open.pass(name, tag);
  }

  /** An element without content, and without attributes. */
  void pass(ElementName name) {
    implied.clear();
    pass(name, implied);
  }

  private void checkPlace() {
    if (fosters && !takesAnywhere && open.currentHas(ElementName.FOSTERS)) {
      throw Doubt.FOSTER_PARENTING.exception();
    }
  }

  /** A second start tag of the root or the body, which adds to the first one's attributes. */
  void merge(ElementName name, HtmlAttributes attributes) {
    if (attributes.any() && !sink.merge(name, attributes)) {
      throw Doubt.LATE_ATTRIBUTES.exception();
    }
  }

  boolean moveInto(int elementsIn, int elementsInBlock) {
    return sink.moveInto(elementsIn, elementsInBlock);
  }

  int newId() {
    return ++lastId;
  }

  /** A formatting element, which is reconstructed after a block ends it. */
  void insertFormatting(ElementName name, StartTag tag) {
    int id = newId();
    Reading reading = insert(name, tag, id);
    formatting.add(name, id, tag, reading);
  }

  /** Reconstructs the formatting elements that a block has ended. */
  void reconstruct() {
    int at = formatting.size() - 1;
    if (at < 0 || isThere(at)) {
      return;
    }
    while (at > 0 && !isThere(at - 1)) {
      at--;
    }
    for (; at < formatting.size(); at++) {
      int id = newId();
      Reading unused = insert(formatting.name(at), kept(at), id);
      formatting.replace(at, id);
    }
  }

  private KeptTag kept(int at) {
    KeptTag kept = formatting.kept(at);
    if (kept == null) {
      StartTag tag = new StartTag(utf8, end);
      work.steps(tag.read(formatting.tag(at)) - formatting.tag(at));
      kept = new KeptTag(tag);
      formatting.keep(at, kept);
    }
    return kept;
  }

  private boolean isThere(int at) {
    return formatting.isMarker(at) || open.find(formatting.id(at)) >= 0;
  }
}

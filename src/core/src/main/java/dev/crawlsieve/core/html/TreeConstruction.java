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

  static final ElementName BODY = ElementName.of("body");

  final OpenElements open;
  final FormattingElements formatting;
  final Work work;
  final HeadRules head;
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
  private int lastId;
  Mode mode = Mode.INITIAL;

  /** How what follows the start tag being processed is read. */
  Following following = Following.MARKUP;

  boolean quirks;

  /** Whether the current element is in a head that had ended. */
  boolean lateHead;

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
    this.formatting = new FormattingElements(this);
    this.implied = new StartTag(utf8, end);
    this.body = new BodyRules(this);
    this.head = new HeadRules(this, body, sink);
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
      case INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD -> head.start(name, tag);
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
    switch (mode) {
      case INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD -> head.end(name);
      case IN_BODY -> body.end(name);
      case AFTER_BODY, AFTER_AFTER_BODY -> {
        if (name.rule() == ElementRule.HTML && mode == Mode.AFTER_BODY) {
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
      framesetOk &= isBlank(from, to, hasReferences);
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
          head.openBody();
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
      formatting.reconstruct();
    }
    framesetOk = framesetOk && isBlank(from, to, hasReferences);
    emit(from, to, hasReferences);
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
      head.openBody();
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
  void insert(ElementName name) {
    implied.clear();
    insert(name, implied);
  }

  void insert(ElementName name, StartTag tag) {
    Reading unused = insert(name, OpenElements.HTML, 0, tag);
  }

  Reading insert(ElementName name, byte space, int id, HtmlAttributes tag) {
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

  /** Reads the attributes of an earlier start tag, which begin at an offset, once more. */
  StartTag readAgain(int at) {
    StartTag tag = new StartTag(utf8, end);
    work.steps(tag.read(at) - at);
    return tag;
  }
}

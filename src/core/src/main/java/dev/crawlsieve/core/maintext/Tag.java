package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.ElementName;
import dev.crawlsieve.core.maintext.TextRun.Separator;
import java.util.Arrays;

/** The kinds of elements that matter for reading a page, with their names. */
enum Tag {
  BODY(Flow.BLOCK, "html body"),
  DIV(Flow.BLOCK, "div center dir menu search hgroup details dialog"),
  PARAGRAPH(Flow.BLOCK, "p summary"),
  PREFORMATTED(Flow.BLOCK, "pre listing xmp plaintext"),
  QUOTE(Flow.BLOCK, "blockquote"),
  ARTICLE(Flow.BLOCK, "article"),
  SECTION(Flow.BLOCK, "section"),
  MAIN(Flow.BLOCK, "main"),
  NAV(Flow.BLOCK, "nav"),
  HEADER(Flow.BLOCK, "header"),
  FOOTER(Flow.BLOCK, "footer"),
  ASIDE(Flow.BLOCK, "aside"),
  ADDRESS(Flow.BLOCK, "address"),
  LIST(Flow.BLOCK, "ul ol"),
  DEFINITIONS(Flow.BLOCK, "dl"),
  ITEM(Flow.BLOCK, "li"),
  DEFINITION(Flow.BLOCK, "dt dd"),
  HEADING_1(Flow.BLOCK, "h1"),
  HEADING_2(Flow.BLOCK, "h2"),
  HEADING_3(Flow.BLOCK, "h3"),
  HEADING_4(Flow.BLOCK, "h4"),
  HEADING_5(Flow.BLOCK, "h5"),
  HEADING_6(Flow.BLOCK, "h6"),
  TABLE(Flow.BLOCK, "table"),
  TABLE_PART(Flow.BLOCK, "thead tbody tfoot"),
  CAPTION(Flow.BLOCK, "caption"),
  ROW(Flow.BLOCK, "tr"),
  CELL(Flow.CELL, "td"),
  HEADER_CELL(Flow.CELL, "th"),
  FIGURE(Flow.BLOCK, "figure"),
  FIGURE_CAPTION(Flow.BLOCK, "figcaption"),
  FORM(Flow.BLOCK, "form"),
  FIELDSET(Flow.BLOCK, "fieldset"),
  CONTROL(Flow.BLOCK, "select option optgroup legend"),
  INLINE_CONTROL(Flow.CELL, "button textarea"),
  INPUT(Flow.MARK, "input"),
  BREAK(Flow.MARK, "br hr"),
  IMAGE(Flow.MARK, "img"),
  PICTURE(Flow.INLINE, "image source amp-img"),
  EMBEDDED(Flow.INLINE, "object embed amp-audio amp-video amp-iframe"),
  PLAYER(Flow.UNSEEN, "audio video"),
  FRAME(Flow.UNSEEN, "iframe"),
  LINK(Flow.INLINE, "a"),
  CODE(Flow.INLINE, "code tt samp kbd var"),
  INLINE(Flow.INLINE, ""),
  /** Takes up space in the line, but is not shown as text. */
  GAUGE(Flow.UNSEEN, "meter progress"),
  UNSEEN(
      Flow.UNSEEN,
      "head title script style template noscript noframes noembed frame canvas"
          + " datalist desc metadata defs annotation annotation-xml rp rt rtc");

  /** How an element's text relates to the text around it. */
  enum Flow {
    /** On lines of its own. */
    BLOCK(Separator.LINE),
    /** On the same line, separated by blanks. */
    CELL(Separator.BLANK),
    /** Part of the surrounding text. */
    INLINE(Separator.NONE),
    /** The element has no text, only a position. */
    MARK(Separator.NONE),
    /** Browsers do not show the element's text. */
    UNSEEN(Separator.NONE);

    /** What separates it from the text before and after it. */
    final Separator separator;

    Flow(Separator separator) {
      this.separator = separator;
    }
  }

  private static final Tag[] BY_NAME = new Tag[ElementName.count()];

  static {
    Arrays.fill(BY_NAME, INLINE);
    for (Tag tag : values()) {
      for (String name : tag.names()) {
        BY_NAME[ElementName.of(name).id()] = tag;
      }
    }
  }

  private final Flow flow;
  private final String names;
  private final int headingLevel;

  Tag(Flow flow, String names) {
    this.flow = flow;
    this.names = names;
    this.headingLevel = names.matches("h[1-6]") ? names.charAt(1) - '0' : 0;
  }

  /** The tag of an element; {@link #INLINE} if its name is unknown, as in browsers. */
  static Tag of(ElementName name) {
    return BY_NAME[name.id()];
  }

  String[] names() {
    return names.isEmpty() ? new String[0] : names.split(" ");
  }

  Flow flow() {
    return flow;
  }

  boolean isCell() {
    return this == CELL || this == HEADER_CELL;
  }

  boolean isControl() {
    return this == CONTROL || this == INLINE_CONTROL;
  }

  /** 1 to 6, or 0 if it is not a heading. */
  int headingLevel() {
    return headingLevel;
  }

  /** Whether the element's own text is one paragraph, regardless of its surroundings. */
  boolean isParagraph() {
    return this == PARAGRAPH || this == PREFORMATTED || this == QUOTE || headingLevel > 0;
  }
}

package dev.crawlsieve.core.html;

/** The kinds of elements, by the rule for their tags in the body (WHATWG HTML, 13.2.6.4.7). */
enum ElementRule {
  HTML("html"),
  HEAD("head"),
  BODY("body"),
  FRAMESET("frameset"),
  /** Elements of the head without content. */
  HEAD_VOID("base basefont bgsound link meta"),
  TITLE("title"),
  /** Elements of the head with raw text. */
  HEAD_RAW("noframes style"),
  SCRIPT("script"),
  NOSCRIPT("noscript"),
  TEMPLATE("template"),
  ANCHOR("a"),
  FORMATTING("b big code em font i nobr s small strike strong tt u"),
  PARAGRAPH("p"),
  /** Elements that end an open paragraph. */
  BLOCK(
      "address article aside blockquote center details dialog dir div dl fieldset figcaption figure"
          + " footer header hgroup main menu nav ol search section summary ul"),
  HEADING("h1 h2 h3 h4 h5 h6"),
  PRE("pre listing"),
  ITEM("li"),
  DEFINITION("dd dt"),
  FORM("form"),
  PLAINTEXT("plaintext"),
  BUTTON("button"),
  TABLE("table"),
  CAPTION("caption"),
  COLUMNS("colgroup"),
  COLUMN("col"),
  TABLE_BODY("tbody tfoot thead"),
  ROW("tr"),
  CELL("td th"),
  BREAK("br"),
  VOID("area embed img keygen param source track wbr"),
  INPUT("input"),
  RULE("hr"),
  IMAGE("image"),
  TEXTAREA("textarea"),
  XMP("xmp"),
  /** Elements of the body with raw text. */
  BODY_RAW("iframe noembed"),
  SELECT("select"),
  OPTION("option"),
  OPTION_GROUP("optgroup"),
  RUBY_BASE("rb rtc"),
  RUBY_TEXT("rp rt"),
  /** Elements that begin foreign content. */
  FOREIGN("math svg"),
  OBJECT("applet marquee object"),
  FRAME("frame"),
  OTHER(
      "abbr acronym audio bdi bdo canvas cite data datalist del dfn ins kbd label legend map mark"
          + " meter output progress q ruby samp span sub sup time var video"),
  /** Names of foreign content and of AMP, listed here for fast lookup. */
  UNKNOWN(
      "amp-audio amp-iframe amp-img amp-video"
          + " annotation annotation-xml circle clippath defs desc ellipse foreignobject g line"
          + " lineargradient mask metadata mglyph malignmark mi mn mo mrow ms msub msup mtext path"
          + " pattern picture polygon polyline radialgradient rect semantics stop symbol text"
          + " tspan use");

  private final String names;

  ElementRule(String names) {
    this.names = names;
  }

  /** Whether a start tag of this kind may come before the body without beginning it. */
  boolean precedesBody() {
    return switch (this) {
      case HTML, HEAD, HEAD_VOID, TITLE, HEAD_RAW, SCRIPT, NOSCRIPT, TEMPLATE, FRAMESET, FRAME ->
          true;
      default -> false;
    };
  }

  String[] names() {
    return names.split(" ");
  }
}

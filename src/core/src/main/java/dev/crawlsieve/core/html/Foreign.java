package dev.crawlsieve.core.html;

/** Rules specific to elements of SVG and MathML. */
final class Foreign {

  private Foreign() {}

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

  static boolean isMathText(ElementName name) {
    return switch (name.toString()) {
      case "mi", "mn", "mo", "ms", "mtext" -> true;
      default -> false;
    };
  }

  /** Whether start tags and text inside it follow the rules of HTML. */
  static boolean isHtmlIn(ElementName name, byte space, boolean htmlAnnotation) {
    return space == OpenElements.SVG
        ? (flags(name, space) & ElementName.SPECIAL) != 0
        : htmlAnnotation && name.toString().equals("annotation-xml");
  }

  /** Whether a MathML annotation declares HTML content. */
  static boolean isHtmlAnnotation(ElementName name, HtmlAttributes attributes) {
    String encoding = attributes.value(AttributeName.ENCODING);
    return name.toString().equals("annotation-xml")
        && encoding != null
        && (encoding.strip().equalsIgnoreCase("text/html")
            || encoding.strip().equalsIgnoreCase("application/xhtml+xml"));
  }

  /** Whether a start tag ends foreign content and is processed as HTML. */
  static boolean breaksOut(ElementName name, HtmlAttributes attributes) {
    return name.has(ElementName.BREAKS_OUT)
        || (name.toString().equals("font")
            && (attributes.has(AttributeName.COLOR)
                || attributes.has(AttributeName.FACE)
                || attributes.has(AttributeName.SIZE)));
  }
}

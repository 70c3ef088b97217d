package dev.crawlsieve.page;

/** What an element's attributes say of it. */
final class Traits {

  private Traits() {}

  /** What its class and id hint at. */
  static int hints(TagAttributes attributes) {
    String id = attributes.value("id");
    return Hint.of(attributes.value("class")) | (isSlug(id) ? Hint.NONE : Hint.of(id));
  }

  /** Whether an id was made from the words of a title, which say nothing of a purpose. */
  private static boolean isSlug(String id) {
    if (id == null) {
      return true;
    }
    int dashes = 0;
    for (int i = 0; i < id.length(); i++) {
      dashes += id.charAt(i) == '-' || id.charAt(i) == '_' ? 1 : 0;
    }
    return dashes >= 3;
  }

  /** Whether its attributes by themselves take it out of sight. */
  static boolean isHidden(TagAttributes attributes) {
    String hidden = attributes.value("hidden");
    if (hidden != null && !hidden.equalsIgnoreCase("until-found")) {
      return true;
    }
    if ("true".equals(attributes.value("aria-hidden"))) {
      return true;
    }
    String style = attributes.value("style");
    return style != null && !style.isEmpty() && HiddenStyle.hides(style);
  }
}

package dev.crawlsieve.page;

import dev.crawlsieve.html.AttributeName;
import dev.crawlsieve.html.HtmlAttributes;

/** What the attributes of a page's elements say of them. */
final class Traits {

  private static final int SLOTS = 1 << 11;

  /** Attributes looked at lately, by hash, since those of a page are few. */
  private final Cache classes = new Cache();

  private final Cache ids = new Cache();

  /** What an element's class and id hint at. */
  int hints(HtmlAttributes attributes) {
    int hints = Hint.NONE;
    if (attributes.has(AttributeName.ID)) {
      hints = ids.hints(attributes.value(AttributeName.ID), true);
    }
    if (attributes.has(AttributeName.CLASS)) {
      hints |= classes.hints(attributes.value(AttributeName.CLASS), false);
    }
    return hints;
  }

  private static final class Cache {

    private final String[] names = new String[SLOTS];
    private final int[] hints = new int[SLOTS];

    int hints(String value, boolean id) {
      int hash = value.hashCode();
      int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
      if (!value.equals(names[slot])) {
        names[slot] = value;
        hints[slot] = id && isSlug(value) ? Hint.NONE : Hint.of(value);
      }
      return hints[slot];
    }
  }

  /** Whether an id was made from the words of a title, which say nothing of a purpose. */
  private static boolean isSlug(String id) {
    int dashes = 0;
    for (int i = 0; i < id.length(); i++) {
      dashes += id.charAt(i) == '-' || id.charAt(i) == '_' ? 1 : 0;
    }
    return dashes >= 3;
  }

  /** Whether its attributes by themselves take it out of sight. */
  static boolean isHidden(HtmlAttributes attributes) {
    if (!attributes.any()) {
      return false;
    }
    String hidden = attributes.value(AttributeName.HIDDEN);
    if (hidden != null && !hidden.equalsIgnoreCase("until-found")) {
      return true;
    }
    if ("true".equals(attributes.value(AttributeName.ARIA_HIDDEN))) {
      return true;
    }
    String style = attributes.value(AttributeName.STYLE);
    return style != null && !style.isEmpty() && HiddenStyle.hides(style);
  }
}

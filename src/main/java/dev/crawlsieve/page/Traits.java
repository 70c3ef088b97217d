package dev.crawlsieve.page;

import dev.crawlsieve.html.AttributeName;
import dev.crawlsieve.html.HtmlAttributes;

/** What the attributes of a page's elements say of them. */
final class Traits {

  private static final int SLOTS = 1 << 9;

  /** Class attributes looked at lately, by hash, since those of a page are few. */
  private final String[] classes = new String[SLOTS];

  private final int[] hints = new int[SLOTS];

  /** What an element's class and id hint at. */
  int hints(HtmlAttributes attributes) {
    String id = attributes.value(AttributeName.ID);
    int hintsOfId = id == null || isSlug(id) ? Hint.NONE : Hint.of(id);
    return hintsOfId | hintsOfClass(attributes.value(AttributeName.CLASS));
  }

  private int hintsOfClass(String names) {
    if (names == null || names.isEmpty()) {
      return Hint.NONE;
    }
    int hash = names.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    if (!names.equals(classes[slot])) {
      classes[slot] = names;
      hints[slot] = Hint.of(names);
    }
    return hints[slot];
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

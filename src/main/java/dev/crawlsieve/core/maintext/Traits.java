package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.HtmlAttributes;

/** What the attributes of a page's elements say of them. */
public final class Traits {

  /** A page of reference has an id for each thing that it describes. */
  private static final int IDS = 1 << 13;

  private static final int CLASSES = 1 << 11;

  /** Attributes looked at lately, by hash, since those of a page are few. */
  private final Cache classes = new Cache(CLASSES);

  private final Cache ids = new Cache(IDS);

  /** What an element's class and id hint at. */
  int hints(HtmlAttributes attributes) {
    if (!attributes.any()) {
      return Hint.NONE;
    }
    int hints = Hint.NONE;
    if (attributes.has(AttributeName.ID)) {
      hints = ids.hints(attributes, AttributeName.ID);
    }
    if (attributes.has(AttributeName.CLASS)) {
      hints |= classes.hints(attributes, AttributeName.CLASS);
    }
    return hints;
  }

  /** By the value's hash, so that no string is made; two values of one hash are taken for one. */
  private static final class Cache {

    private final long[] hashes;
    private final int[] hints;

    Cache(int slots) {
      hashes = new long[slots];
      hints = new int[slots];
    }

    int hints(HtmlAttributes attributes, AttributeName name) {
      long hash = attributes.hash(name) | 1;
      int slot = (int) (hash >>> 40) & (hashes.length - 1);
      if (hash != hashes[slot]) {
        String value = attributes.value(name);
        boolean slug = name == AttributeName.ID && isSlug(value);
        hashes[slot] = hash;
        hints[slot] = slug ? Hint.NONE : Hint.of(value);
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

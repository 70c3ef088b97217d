package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;

/** What the attributes of a page's elements reveal about them. */
public final class Traits {

  /** Cache size: a reference page has an id for each item that it describes. */
  private static final int IDS = 1 << 13;

  private static final int CLASSES = 1 << 11;

  /** Caches of recent attributes, by hash; a page has few distinct ones. */
  private final Cache classes = new Cache(CLASSES);

  private final Cache ids = new Cache(IDS);

  /** The hints in an element's class and id. */
  int hints(StartTag attributes) {
    if (!attributes.any()) {
      return Hint.NONE;
    }
    int hints = attributes.has(AttributeName.ID) ? hints(attributes, AttributeName.ID) : Hint.NONE;
    return attributes.has(AttributeName.CLASS)
        ? hints | hints(attributes, AttributeName.CLASS)
        : hints;
  }

  private int hints(StartTag attributes, AttributeName hinting) {
    return (hinting == AttributeName.ID ? ids : classes).hints(attributes, hinting);
  }

  /**
   * Keyed by the value's hash, so that no string is created; values with equal hashes are treated
   * as equal.
   */
  private static final class Cache {

    private final long[] hashes;
    private final int[] hints;

    Cache(int slots) {
      hashes = new long[slots];
      hints = new int[slots];
    }

    int hints(StartTag attributes, AttributeName name) {
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

  /** Whether an id was generated from the words of a title, which do not describe a purpose. */
  private static boolean isSlug(String id) {
    int dashes = 0;
    for (int i = 0; i < id.length(); i++) {
      dashes += id.charAt(i) == '-' || id.charAt(i) == '_' ? 1 : 0;
    }
    return dashes >= 3;
  }

  /** Whether the element's attributes by themselves hide it. */
  static boolean isHidden(StartTag attributes) {
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

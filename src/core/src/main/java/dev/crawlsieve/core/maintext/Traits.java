package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;

/** Reads hints about elements from their attributes. */
public final class Traits {

  /** Cache size: a reference page has an id for each item that it describes. */
  private static final int IDS = 1 << 13;

  private static final int CLASSES = 1 << 11;

  /** Values longer than this, in bytes, are not cached, which keeps the caches small. */
  private static final int LONGEST = 256;

  /** Caches of recent values; a page has few distinct ones. They are kept from page to page. */
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
   * A cache keyed by the bytes of a value, so no string is created. All bytes are compared: one
   * page must not be able to change how the next one is read.
   */
  private static final class Cache {

    private final long[] hashes; // tell most other values apart without a look at their bytes
    private final byte[][] spellings;
    private final int[] hints;

    Cache(int slots) {
      hashes = new long[slots];
      spellings = new byte[slots][];
      hints = new int[slots];
    }

    int hints(StartTag attributes, AttributeName name) {
      long hash = attributes.hash(name);
      int slot = (int) (hash >>> 40) & (spellings.length - 1);
      if (hashes[slot] == hash && attributes.isSpelled(name, spellings[slot])) {
        return hints[slot];
      }
      String value = attributes.value(name);
      boolean slug = name == AttributeName.ID && value != null && isSlug(value);
      int found = slug ? Hint.NONE : Hint.of(value);
      byte[] spelling = attributes.spelling(name, LONGEST);
      if (spelling != null) {
        hashes[slot] = hash;
        spellings[slot] = spelling;
        hints[slot] = found;
      }
      return found;
    }
  }

  /** Whether an id was generated from the words of a title; these do not describe a purpose. */
  private static boolean isSlug(String id) {
    int dashes = 0;
    for (int i = 0; i < id.length(); i++) {
      dashes += id.charAt(i) == '-' || id.charAt(i) == '_' ? 1 : 0;
    }
    return dashes >= 3;
  }
}

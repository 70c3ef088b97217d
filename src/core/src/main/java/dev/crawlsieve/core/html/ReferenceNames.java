package dev.crawlsieve.core.html;

import dev.crawlsieve.core.text.ResourceText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of characters (WHATWG HTML, 13.5), except the 93 names that stand for two characters.
 */
final class ReferenceNames {

  /** Names and code points; an asterisk marks names that are valid without a semicolon. */
  private static final String FILE = "references.txt";

  private static final int LONGEST_SHORT = 6;

  private static final Map<String, Integer> CODE_POINTS = new HashMap<>();
  private static final Set<String> WITHOUT_SEMICOLON = new HashSet<>();

  /** Names of fewer than eight letters: almost all that occur in pages. */
  private static final NameTable<Integer> FEW_LETTERS = new NameTable<>(Integer[]::new, 1 << 12);

  static {
    String[] words = ResourceText.of(ReferenceNames.class, FILE).trim().split("\\s+");
    for (int i = 0; i < words.length; i += 2) {
      boolean isShort = words[i].endsWith("*");
      String name = isShort ? words[i].substring(0, words[i].length() - 1) : words[i];
      Integer codePoint = Integer.valueOf(words[i + 1], 16);
      CODE_POINTS.put(name, codePoint);
      if (isShort) {
        WITHOUT_SEMICOLON.add(name);
      }
      if (name.length() < Long.BYTES) {
        FEW_LETTERS.put(NameTable.packed(name), codePoint);
      }
    }
  }

  private ReferenceNames() {}

  /** All these names. */
  static Set<String> names() {
    return CODE_POINTS.keySet();
  }

  /** The code point of a name; null if the name is unknown. */
  static @Nullable Integer get(String name) {
    return CODE_POINTS.get(name);
  }

  /** The code point of a name packed as in {@link NameTable}; null if the name is unknown. */
  static @Nullable Integer get(long packed) {
    return FEW_LETTERS.get(packed);
  }

  /** The longest prefix of a name that is valid without a semicolon; empty if there is none. */
  static String prefix(String name) {
    for (int length = Math.min(name.length(), LONGEST_SHORT); length > 1; length--) {
      if (WITHOUT_SEMICOLON.contains(name.substring(0, length))) {
        return name.substring(0, length);
      }
    }
    return "";
  }
}

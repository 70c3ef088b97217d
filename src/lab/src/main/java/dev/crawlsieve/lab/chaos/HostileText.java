package dev.crawlsieve.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Text that is hard to normalise, to split into words, or to keep in memory. */
final class HostileText {

  /** Approximate number of characters in each page. */
  private static final int LENGTH = 150_000;

  private HostileText() {}

  static List<PoisonKind> kinds() {
    List<PoisonKind> all = new ArrayList<>();
    texts()
        .forEach(
            (name, text) -> {
              all.add(PoisonKind.either(name + ", in HTML", () -> Events.html("<p>" + text.get())));
              all.add(PoisonKind.either(name + ", in a title", () -> Events.titled(text.get())));
              all.add(PoisonKind.either(name + ", plain", () -> Events.text(text.get())));
            });
    return all;
  }

  private static Map<String, Supplier<String>> texts() {
    Map<String, Supplier<String>> texts = new TreeMap<>();
    texts.put("marks of two classes", () -> marks("\u0301", "\u0316"));
    texts.put("marks in the wrong order", () -> marks("\u0316", "\u0301"));
    texts.put("marks of one class", () -> "a" + "\u0301".repeat(LENGTH));
    texts.put("marks of three classes", () -> marks("\u0315\u0301", "\u0327"));
    texts.put("Hebrew points", () -> marks("\u05b9\u05b0", "\u05bc"));
    texts.put("Arabic points", () -> marks("\u064e\u0651", "\u0670"));
    texts.put("Thai marks", () -> marks("\u0e38", "\u0e48"));
    texts.put("Japanese sound marks", () -> "\u304b" + "\u3099\u309a".repeat(LENGTH / 2));
    texts.put("marks of music", () -> marks("\ud834\udd65", "\ud834\udd67"));
    texts.put("marks on every letter", () -> ("a" + "\u0316\u0301".repeat(30)).repeat(LENGTH / 61));
    texts.put("marks after blanks", () -> " \u0301\u0316".repeat(LENGTH / 3));
    texts.put("parts of Korean syllables", () -> "\u1100\u1161\u11a8".repeat(LENGTH / 3));
    texts.put("letters that fall apart", () -> "\u1e69\u01d5\ufb1d".repeat(LENGTH / 3));
    texts.put("ligatures of a phrase", () -> "\ufdfa".repeat(LENGTH));
    texts.put("one word", () -> "w".repeat(LENGTH));
    texts.put("one number", () -> "7".repeat(LENGTH));
    texts.put("letters and digits in turn", () -> "a1".repeat(LENGTH / 2));
    texts.put("words of one letter", () -> "a ".repeat(LENGTH / 2));
    texts.put("blanks", () -> " ".repeat(LENGTH) + Events.WORDS);
    texts.put("lines", () -> "\n".repeat(LENGTH) + Events.WORDS);
    texts.put("blanks that are none", () -> "\u200b\u00a0\ufeff".repeat(LENGTH / 3));
    texts.put("changes of direction", () -> "\u202e\u2066a\u2069".repeat(LENGTH / 4));
    texts.put("Chinese", () -> "\u6f22\u5b57\u4e2d\u6587".repeat(LENGTH / 4));
    texts.put("Thai words", () -> "\u0e01\u0e32\u0e23\u0e43\u0e0a".repeat(LENGTH / 5));
    texts.put("families of emoji", () -> "\ud83d\udc69\u200d\ud83d\udc67".repeat(LENGTH / 5));
    texts.put("flags", () -> "\ud83c\udde9\ud83c\uddea".repeat(LENGTH / 4));
    texts.put("variants", () -> "\u2764\ufe0f\ufe0e".repeat(LENGTH / 3));
    texts.put("control characters", () -> "\u0001\u0008\u001b\u007f\u0085".repeat(LENGTH / 5));
    texts.put("what is not a character", () -> "\ufffe\uffff\ufdd0".repeat(LENGTH / 3));
    texts.put("characters of one's own", () -> "\ue000\uf8ff".repeat(LENGTH / 2));
    texts.put("soft hyphens", () -> "wo\u00adrd ".repeat(LENGTH / 6));
    texts.put("full stops", () -> "a.b-c_d'e".repeat(LENGTH / 9));
    return texts;
  }

  private static String marks(String one, String other) {
    int half = LENGTH / 2;
    return "a" + one.repeat(half / one.length()) + other.repeat(half / other.length());
  }
}

package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.ResourceText;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps labels to charsets as the web does (WHATWG Encoding, section 4.2): often to a larger charset
 * than the one that the label names. Also knows the JDK's own names.
 */
final class CharsetLabels {

  private static final String FILE = "labels.txt";

  private static final Map<String, Charset> BY_LABEL = new HashMap<>();

  static {
    for (String line : ResourceText.of(CharsetLabels.class, FILE).split("\n")) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length && !line.startsWith("#"); i++) {
        if (isKnown(words[0])) {
          BY_LABEL.put(words[i], named(words[0]));
        }
      }
    }
  }

  private CharsetLabels() {}

  /** False for many charsets if the runtime lacks the module jdk.charsets. */
  private static boolean isKnown(String name) {
    return name.equals("ISO-8859-10") || name.equals("ISO-8859-14") || Charset.isSupported(name);
  }

  private static Charset named(String name) {
    return switch (name) {
      case "ISO-8859-10" -> SmallCharset.ISO_8859_10;
      case "ISO-8859-14" -> SmallCharset.ISO_8859_14;
      default -> Charset.forName(name);
    };
  }

  /** The charset with this label, or null if it is unknown. */
  static @Nullable Charset get(String label) {
    String name = Ascii.lower(label.trim());
    Charset known = BY_LABEL.get(name);
    if (known != null || name.isEmpty()) {
      return known;
    }
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      // The caller handles null: the page is decoded in another charset.
      return null;
    }
  }
}

package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.HexFormat;

/**
 * Finds prose in the JSON that a page holds for scripts and search engines: linked data (JSON-LD
 * 1.1, section 7) and the data of pages that scripts build. Of broken JSON, the strings between
 * quotation marks are read.
 */
final class ScriptText {

  /** A string with fewer words is a name or a value rather than prose. */
  private static final int LEAST_WORDS = 5;

  private ScriptText() {}

  /** Whether a script holds such data, judged by its start tag. */
  static boolean isData(StartTag script) {
    String type = script.value(AttributeName.TYPE);
    return type != null
        && (Ascii.same("application/ld+json", type.trim())
            || Ascii.same("application/json", type.trim()));
  }

  /** Adds each string of the JSON that reads as prose, on a line of its own. Takes linear time. */
  static void addProse(byte[] utf8, int from, int to, StringBuilder prose) {
    String json = Utf8Chars.decode(utf8, from, to);
    int start = json.indexOf('"') + 1;
    while (start > 0) {
      int line = prose.length();
      int end = addString(json, start, prose);
      if (isProse(prose, line)) {
        prose.append('\n');
      } else {
        prose.setLength(line);
      }
      start = json.indexOf('"', end + 1) + 1;
    }
  }

  /** Adds the string that starts here, on one line; returns the offset of its end. */
  private static int addString(String json, int start, StringBuilder prose) {
    int at = start;
    while (at < json.length() && json.charAt(at) != '"') {
      char c = json.charAt(at++);
      if (c == '\\' && at < json.length()) {
        c = json.charAt(at++);
        int unit = c == 'u' ? unit(json, at) : -1;
        if (unit >= 0) {
          at += 4;
          c = (char) unit;
        } else if ("bfnrt".indexOf(c) >= 0) {
          c = ' ';
        }
      }
      prose.append(Character.isISOControl(c) ? ' ' : c);
    }
    return at;
  }

  /** The UTF-16 unit of four hexadecimal digits, or -1. */
  private static int unit(String json, int at) {
    int unit = at + 4 <= json.length() ? 0 : -1;
    for (int i = at; i < at + 4 && unit >= 0; i++) {
      char c = json.charAt(i);
      unit = HexFormat.isHexDigit(c) ? unit << 4 | HexFormat.fromHexDigit(c) : -1;
    }
    return unit;
  }

  private static boolean isProse(StringBuilder text, int from) {
    int blanks = 0;
    int withoutSpaces = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      blanks += c == ' ' && i > from && text.charAt(i - 1) != ' ' ? 1 : 0;
      withoutSpaces += Letters.isWithoutSpaces(c) ? 1 : 0;
    }
    return blanks + withoutSpaces / 2 >= LEAST_WORDS - 1;
  }
}

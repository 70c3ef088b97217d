package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.html.AttributeName;
import dev.crawlsieve.core.html.StartTag;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Finds prose in the data that a page holds for scripts and search engines: linked data (JSON-LD
 * 1.1, section 7) and the data of pages that scripts build, in scripts and in attributes. Of broken
 * JSON, the strings between quotation marks are read.
 */
final class ScriptText {

  /** In a script that is JSON, a string with fewer words is a name or a value. */
  private static final int LEAST_WORDS = 5;

  /** The same, elsewhere, where most strings are titles and messages of programs. */
  private static final int LEAST_WORDS_ELSEWHERE = 12;

  /** How many characters end the address of a manifest, which tells a viewer what it shows. */
  private static final int LONGEST_END = "/manifest.json".length();

  /** How deep JSON in strings of JSON is read. */
  private static final int MOST_DEPTH = 2;

  private ScriptText() {}

  /** Whether a script is JSON, judged by its start tag. */
  static boolean isJson(StartTag script) {
    String type = script.value(AttributeName.TYPE);
    return type != null
        && (Ascii.same("application/ld+json", type.trim())
            || Ascii.same("application/json", type.trim()));
  }

  /**
   * Adds each string of a script that is JSON and reads as prose, on a line of its own.
   *
   * @param viewed receives the addresses of manifests (IIIF Presentation API 3)
   */
  static void addJson(byte[] utf8, int from, int to, StringBuilder prose, Consumer<String> viewed) {
    add(Utf8Chars.decode(utf8, from, to), "\"", false, MOST_DEPTH, prose, viewed);
  }

  /** The same, of the values that another script hands over, which may be literals. */
  static void addValues(
      byte[] utf8, int from, int to, StringBuilder prose, Consumer<String> viewed) {
    ScriptValues values = new ScriptValues(utf8, from, to);
    while (values.next()) {
      String value = Utf8Chars.decode(utf8, values.from(), values.to());
      add(value, "\"'`", true, MOST_DEPTH, prose, viewed);
    }
  }

  /** The same, of attributes that are JSON. */
  static void addAttributes(StartTag tag, StringBuilder prose, Consumer<String> viewed) {
    for (int i = 0; i < tag.dataCount(); i++) {
      add(tag.data(i), "\"", true, MOST_DEPTH, prose, viewed);
    }
  }

  /**
   * Adds the prose of strings in data, and in JSON in these strings. Takes linear time.
   *
   * @param quotes the characters that begin a string
   * @param elsewhere whether the data is outside of scripts that are JSON
   */
  private static void add(
      String data,
      String quotes,
      boolean elsewhere,
      int depth,
      StringBuilder prose,
      Consumer<String> viewed) {
    int start = start(data, 0, quotes);
    while (start < data.length()) {
      int line = prose.length();
      int end = addString(data, start, prose);
      int json = depth > 0 ? json(prose, line) : -1;
      if (json >= 0) {
        String inner = prose.substring(json);
        prose.setLength(line);
        add(inner, "\"", elsewhere, depth - 1, prose, viewed);
      } else if (isProse(prose, line, elsewhere)) {
        prose.append('\n');
      } else {
        if (prose.indexOf("/manifest", prose.length() - LONGEST_END) >= line) {
          viewed.accept(prose.substring(line));
        }
        prose.setLength(line);
      }
      start = start(data, end + 1, quotes);
    }
  }

  /** Offset of the next character that begins a string, or the length. */
  private static int start(String json, int from, String quotes) {
    int at = from;
    while (at < json.length() && quotes.indexOf(json.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /** Adds the string that starts here, on one line; returns the offset of its end. */
  private static int addString(String json, int start, StringBuilder prose) {
    char quote = json.charAt(start);
    int at = start + 1;
    while (at < json.length() && json.charAt(at) != quote) {
      char c = json.charAt(at++);
      if (c == '\\' && at < json.length()) {
        c = json.charAt(at++);
        int digits = c == 'u' ? 4 : c == 'x' ? 2 : 0;
        int unit = digits > 0 ? unit(json, at, digits) : -1;
        if (unit >= 0) {
          at += digits;
          c = (char) unit;
        } else if ("bfnrt".indexOf(c) >= 0) {
          c = ' ';
        }
      }
      prose.append(Character.isISOControl(c) ? ' ' : c);
    }
    return at;
  }

  /**
   * Where the first string of JSON in a string begins, or -1 if it is text or markup. Its first
   * quotation mark is in brackets; or else one ends a string before another value, as where data is
   * sent in parts.
   */
  private static int json(StringBuilder text, int from) {
    int first = -1;
    char before = 0;
    for (int i = from; i < text.length() && text.charAt(i) != '<'; i++) {
      char c = text.charAt(i);
      if (c == '"' && first < 0) {
        if (before == '{' || before == '[') {
          return i;
        }
        first = before == ':' || before == ',' ? i : i + 1;
      } else if ((before == ':' || before == ',')
          && (c == '"' || c == '[' || c == '{')
          && text.charAt(i - 2) == '"') {
        return first;
      }
      before = c == ' ' ? before : c;
    }
    return -1;
  }

  /** The UTF-16 unit of some hexadecimal digits, or -1. */
  private static int unit(String json, int at, int digits) {
    int unit = at + digits <= json.length() ? 0 : -1;
    for (int i = at; i < at + digits && unit >= 0; i++) {
      char c = json.charAt(i);
      unit = HexFormat.isHexDigit(c) ? unit << 4 | HexFormat.fromHexDigit(c) : -1;
    }
    return unit;
  }

  /**
   * Whether a string has enough words outside of tags and, elsewhere, the end of a sentence. Where
   * words are not separated, two characters count as one, and sentences need not end.
   */
  private static boolean isProse(StringBuilder text, int from, boolean elsewhere) {
    int blanks = 0;
    int withoutSpaces = 0;
    int ends = 0;
    char before = ' ';
    boolean inTag = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      inTag |= c == '<' && i + 1 < text.length() && text.charAt(i + 1) != ' ';
      if (!inTag) {
        blanks += c == ' ' && before != ' ' ? 1 : 0;
        ends += c == ' ' && Signs.endsSentence(before) ? 1 : 0;
        withoutSpaces += Letters.isWithoutSpaces(c) ? 1 : 0;
        before = c;
      }
      inTag &= c != '>';
    }
    int words = blanks + withoutSpaces / 2 + 1;
    return elsewhere
        ? words >= LEAST_WORDS_ELSEWHERE
            && (ends > 0 || Signs.endsSentence(before) || withoutSpaces > blanks)
        : words >= LEAST_WORDS;
  }
}

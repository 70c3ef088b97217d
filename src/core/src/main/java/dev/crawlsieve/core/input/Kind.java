package dev.crawlsieve.core.input;

import dev.crawlsieve.core.table.TableReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** The kind of a file's contents, determined by its name or else its first bytes. */
enum Kind {
  JSON_LINES,
  TABLE,
  WARC,
  WACZ,
  ZIP,
  PAGE,
  UNKNOWN;

  /** An object, perhaps in an array. */
  private static final Pattern JSON = Pattern.compile("[\\s\\[]*\\{");

  /**
   * Determines the kind of a file.
   *
   * @param name its name, without a compression suffix
   * @param beginning its first bytes, uncompressed
   */
  static Kind of(String name, byte[] beginning) {
    String start = new String(beginning, StandardCharsets.ISO_8859_1);
    String text = start.startsWith("\u00ef\u00bb\u00bf") ? start.substring(3) : start;
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    Kind kind = byName(ending, text);
    return kind != PAGE && TableReader.isTable(start) ? TABLE : kind;
  }

  private static Kind byName(String ending, String text) {
    return switch (ending) {
      case "jsonl", "ndjson", "json" -> JSON_LINES;
      case "warc", "wet", "arc" -> WARC;
      case "wacz" -> WACZ;
      case "zip", "jar" -> ZIP;
      case "html", "htm", "xhtml" -> PAGE;
      case "txt" -> isJson(text) ? JSON_LINES : PAGE;
      default -> byContent(text);
    };
  }

  private static Kind byContent(String text) {
    if (text.startsWith("PK\u0003\u0004")) {
      return ZIP;
    }
    if (text.regionMatches(true, 0, "WARC/", 0, 5) || text.startsWith("filedesc:")) {
      return WARC;
    }
    if (isJson(text)) {
      return JSON_LINES;
    }
    return text.stripLeading().startsWith("<") ? PAGE : UNKNOWN;
  }

  private static boolean isJson(String text) {
    return JSON.matcher(text).lookingAt();
  }
}

package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The header of an archived HTTP response (RFC 9112), in the forms that servers send and browsers
 * accept. Interim responses before the final one are skipped.
 *
 * @param status the status code
 * @param fields the values of each field by its name as given, ignoring case
 * @param end offset of the body
 */
record ResponseHeader(int status, Map<String, List<String>> fields, int end) {

  /** A status line: in any case, of any version, with any number of blanks between the parts. */
  private static final Pattern STATUS =
      Pattern.compile(
          "(?:HTTP(?:/\\d{1,3}(?:\\.\\d{1,3})?)?|ICY)[ \\t]*0{0,9}(\\d{3})(?!\\d)(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern TUNNEL =
      Pattern.compile("\\s*connection established\\s*", Pattern.CASE_INSENSITIVE);

  /** What may stand before the status line. */
  private static final String BEFORE = "\r\n\t \0\u00ef\u00bb\u00bf";

  /** Characters of markup and JSON, which no name of a field has. */
  private static final String NO_NAME = "<>{}[]\"";

  /** A longer line begins no header. */
  private static final int STATUS_CHARS = 1000;

  /** The header at the beginning of a block, or null if there is none. */
  static @Nullable ResponseHeader of(byte[] block) {
    int at = skip(block, 0);
    Matcher line = status(block, at);
    while (line != null) {
      ResponseHeader header = read(block, at, Integer.parseInt(line.group(1)));
      int next = skip(block, header.end);
      Matcher following = isInterim(line) ? status(block, next) : null;
      if (following == null) {
        return header;
      }
      at = next;
      line = following;
    }
    return null;
  }

  /** Whether another header follows: after 100, 102 and 103, and after that of a proxy's tunnel. */
  private static boolean isInterim(Matcher status) {
    String code = status.group(1);
    return (code.startsWith("1") && !code.equals("101"))
        || (code.startsWith("2") && TUNNEL.matcher(status.group(2)).matches());
  }

  private static int skip(byte[] block, int from) {
    int at = from;
    while (at < block.length && BEFORE.indexOf(block[at] & 0xff) >= 0) {
      at++;
    }
    return at;
  }

  private static @Nullable Matcher status(byte[] block, int at) {
    int end = Math.min(lineEnd(block, at), at + STATUS_CHARS);
    Matcher status = STATUS.matcher(new String(block, at, end - at, ISO_8859_1));
    return status.matches() ? status : null;
  }

  /** Offset of the line feed that ends a line, or the block's length. */
  private static int lineEnd(byte[] block, int from) {
    int at = from;
    while (at < block.length && block[at] != '\n') {
      at++;
    }
    return at;
  }

  /**
   * Reads the fields up to an empty line. If there is none, or HTML begins before it, the body
   * begins at the first line that is not a field.
   */
  private static ResponseHeader read(byte[] block, int from, int status) {
    Map<String, List<StringBuilder>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    StringBuilder last = null; // of the line before, if that is a field
    int none = -1;
    int at = Math.min(block.length, lineEnd(block, from) + 1);
    while (at < block.length) {
      int end = lineEnd(block, at);
      String line = new String(block, at, end - at, ISO_8859_1).stripTrailing();
      int colon = line.indexOf(':');
      if (isEmpty(block, at, end)) {
        return header(status, fields, Math.min(block.length, end + 1));
      }
      if (block[at] == '<') {
        return header(status, fields, none < 0 ? at : none);
      }
      if (last != null && (block[at] == ' ' || block[at] == '\t')) {
        String more = line.strip();
        last.append(last.isEmpty() || more.isEmpty() ? "" : " ").append(more);
      } else if (isName(line, colon)) {
        last = new StringBuilder(line.substring(colon + 1).strip());
        fields
            .computeIfAbsent(line.substring(0, colon).strip(), name -> new ArrayList<>())
            .add(last);
      } else {
        last = null;
        none = none < 0 ? at : none;
      }
      at = end + 1;
    }
    return header(status, fields, none < 0 ? block.length : none);
  }

  private static ResponseHeader header(
      int status, Map<String, List<StringBuilder>> written, int end) {
    Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    written.forEach(
        (name, values) -> fields.put(name, values.stream().map(StringBuilder::toString).toList()));
    return new ResponseHeader(status, fields, end);
  }

  private static boolean isEmpty(byte[] block, int from, int to) {
    int at = from;
    while (at < to && block[at] == '\r') {
      at++;
    }
    return at == to;
  }

  /** Whether a line begins with a field's name, even one that the grammar does not allow. */
  private static boolean isName(String line, int colon) {
    for (int i = 0; i < colon; i++) {
      if (NO_NAME.indexOf(line.charAt(i)) >= 0) {
        return false;
      }
    }
    return colon > 0 && !line.substring(0, colon).isBlank();
  }

  /** The values of a field, in lower case; lists are split. */
  List<String> values(String name) {
    List<String> values = new ArrayList<>();
    for (String value : fields.getOrDefault(name, List.of())) {
      for (String one : value.toLowerCase(Locale.ROOT).split(",")) {
        if (!one.isBlank()) {
          values.add(one.strip());
        }
      }
    }
    return values;
  }

  /** A field's first value, or the empty string. */
  String first(String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.isEmpty() ? "" : values.get(0);
  }
}

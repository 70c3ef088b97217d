package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcParser;

/**
 * Parses the headers of WARC and ARC records with jwarc's lenient parser, after repairing what that
 * parser rejects: {@code warc/1.0} in lower case, trailing spaces, lines that are not a field, and
 * in ARC a space in the URL, or an IP address that is not valid.
 *
 * <p>{@code WarcReader} of jwarc 0.36.0 is strict and cannot continue after a header that it
 * rejects.
 */
final class RecordHeader {

  /**
   * The header line of an ARC record: URL, IP address, date, content type, optional fields, and
   * length.
   */
  private static final Pattern ARC =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*:.*?) (?:[0-9A-Fa-f.:]*|-|[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+)"
              + " (\\d{8,28}) (?:([^ ]*) (?:.* )?)?(\\d{1,18})",
          Pattern.DOTALL);

  /** The same with any word in place of the address. */
  private static final Pattern NAMED_ARC =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*:[^ ]+) [^ ]{1,255} (\\d{8,28}) (?:([^ ]*) (?:.* )?)?"
              + "(\\d{1,18})",
          Pattern.DOTALL);

  /** The same with any word in place of the date. */
  private static final Pattern UNDATED_ARC =
      Pattern.compile(
          "([A-Za-z][A-Za-z0-9+.-]*:[^ ]+) [0-9A-Fa-f]*[.:][0-9A-Fa-f.:]* ([^ ]{1,64})"
              + " (?:([^ ]*) (?:.* )?)?(\\d{1,18})",
          Pattern.DOTALL);

  /** Holds the content type of an ARC record's line until its block is known. */
  private static final String ARC_TYPE = "ARC-Content-Type";

  /** Replaces an invalid date; the parser leaves it out. */
  private static final String NO_DATE = "00000000000000";

  /** Replaces the address, since the parser rejects some. */
  private static final String NO_ADDRESS = "0";

  /** An IPv4 or IPv6 address, roughly. */
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

  private static final List<String> ONCE =
      List.of("WARC-Type", "WARC-Target-URI", "Content-Length");

  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

  private static final Pattern VERSION = Pattern.compile("(?i)warc/(\\d{1,3}\\.\\d{1,3})");

  private final WarcParser parser = new WarcParser();

  RecordHeader() {
    parser.setLenient(true);
  }

  /** Whether a line begins a WARC record. */
  static boolean isVersion(String line) {
    return VERSION.matcher(line.strip()).matches();
  }

  /**
   * Whether a line begins an ARC record.
   *
   * @param any whether its date or its address may be any word
   */
  static boolean isArc(String line, boolean any) {
    return arcFields(line, ARC) != null
        || (any && (arcFields(line, NAMED_ARC) != null || arcFields(line, UNDATED_ARC) != null));
  }

  private static @Nullable Matcher arcFields(String line, Pattern pattern) {
    String text = line.stripTrailing();
    // The end is checked first: the patterns take linear time only on lines that end in a number,
    // and with a dot that matches any character.
    boolean numbered = LENGTH.matcher(text.substring(text.lastIndexOf(' ') + 1)).matches();
    Matcher arc = pattern.matcher(text);
    return numbered && arc.matches() ? arc : null;
  }

  /**
   * The fields of an ARC header line, or null if it is not one.
   *
   * @param any whether its date or its address may be any word
   */
  @Nullable MessageHeaders arc(String line, boolean any) {
    Matcher dated = arcFields(line, ARC);
    dated = dated == null && any ? arcFields(line, NAMED_ARC) : dated;
    Matcher arc = dated == null && any ? arcFields(line, UNDATED_ARC) : dated;
    if (arc == null) {
      return null;
    }
    String date = dated == null ? NO_DATE : arc.group(2);
    String url = arc.group(1).replace(" ", "%20");
    int colon = url.indexOf(':');
    String scheme = url.substring(0, colon).toLowerCase(Locale.ROOT);
    String type = line.contains(" alexa/dat ") ? "alexa/dat" : "-";
    String absolute = scheme + url.substring(colon);
    MessageHeaders headers =
        parse(String.join(" ", absolute, NO_ADDRESS, date, type, arc.group(4)) + "\n");
    if (headers == null) {
      return null;
    }
    // The parser accepts only IPv4 addresses, so the record's own is put back afterwards.
    String address = line.substring(arc.end(1) + 1, line.indexOf(' ', arc.end(1) + 1));
    boolean known = ADDRESS.matcher(address).matches() && !address.equals("0.0.0.0");
    MessageHeaders addressed = with(headers, "WARC-IP-Address", known ? address : null);
    String own = arc.group(3);
    boolean typed = own != null && own.indexOf('/') > 0 && !own.equals("alexa/dat");
    return typed ? with(addressed, ARC_TYPE, own) : addressed;
  }

  /**
   * The fields of an ARC record. The content type is that of its header line if the block has no
   * HTTP header, as before 2001.
   */
  static MessageHeaders ofArc(MessageHeaders headers, byte[] block) {
    boolean http = WarcPages.isOfHttp(headers.first("Content-Type").orElse(""));
    boolean bare = http && ResponseHeader.of(block) == null;
    String own = bare ? headers.first(ARC_TYPE).orElse("") : null;
    MessageHeaders plain = with(headers, ARC_TYPE, null);
    return bare ? with(plain, "Content-Type", own) : plain;
  }

  /**
   * The same fields with another value for one of them; without that field if the value is null or
   * empty.
   */
  private static MessageHeaders with(MessageHeaders headers, String name, @Nullable String value) {
    List<String> fields = new ArrayList<>();
    headers
        .map()
        .forEach(
            (other, values) ->
                values.forEach(
                    one ->
                        fields.addAll(
                            other.equalsIgnoreCase(name) ? List.of() : List.of(other, one))));
    if (value != null && !value.isEmpty()) {
      fields.addAll(List.of(name, value));
    }
    return MessageHeaders.of(fields.toArray(String[]::new));
  }

  /**
   * The fields of a WARC header, or null if it is not one.
   *
   * @param text from the version line up to the empty line
   */
  @Nullable MessageHeaders warc(String text) {
    StringBuilder clean = new StringBuilder(text.length() + 16);
    for (String line : text.split("\n")) {
      if (clean.length() == 0) {
        Matcher version = VERSION.matcher(line.strip());
        if (!version.matches()) {
          return null;
        }
        clean.append("WARC/").append(version.group(1)).append("\r\n");
        continue;
      }
      int colon = line.indexOf(':');
      boolean folded = line.startsWith(" ") || line.startsWith("\t");
      if (folded) {
        clean.append(' ').append(line.strip()).append("\r\n");
      } else if (colon > 0) {
        clean.append(line.substring(0, colon).strip()).append(": ");
        clean.append(line.substring(colon + 1).strip()).append("\r\n");
      }
    }
    return parse(clean.append("\r\n").toString());
  }

  private @Nullable MessageHeaders parse(String header) {
    parser.reset();
    parser.parse(ByteBuffer.wrap(header.getBytes(ISO_8859_1)));
    if (!parser.isFinished()) {
      return null;
    }
    MessageHeaders headers = parser.headers();
    // If one of these fields has two values, these are two headers, of which the first is
    // truncated.
    return ONCE.stream().anyMatch(name -> headers.all(name).stream().distinct().count() > 1)
        ? null
        : headers;
  }

  /** Length of a record's block in bytes, or -1 if the header does not state it. */
  static long length(MessageHeaders headers) {
    String length = headers.first("Content-Length").orElse("").strip();
    return LENGTH.matcher(length).matches() ? Long.parseLong(length) : -1;
  }
}

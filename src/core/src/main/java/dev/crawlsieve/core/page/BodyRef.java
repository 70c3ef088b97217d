package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.text.Printable;
import java.io.IOException;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A reference to a page's body: a record of a web archive, in a file or at an http address.
 *
 * @param uri the archive: a {@code file}, {@code http} or {@code https} URI; in events, at most
 *     {@link HttpUrl#MAX_CHARS} UTF-16 units long
 * @param offset where the record begins, in stored bytes; if it is compressed, where its gzip
 *     member begins
 * @param length length of the record, in stored bytes
 */
public record BodyRef(String uri, long offset, long length) {

  private static final int SHOWN_CHARS = 200;

  /** A number in a string, as in CDXJ. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  /**
   * Reads the value of an event's field; the parser is at the opening bracket, and afterwards at
   * the closing one.
   */
  static BodyRef read(JsonParser json) throws IOException, BadPageException {
    String uri = null;
    long offset = -1;
    long length = -1;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      switch (name) {
        case "uri" -> {
          ensure(uri == null && token == JsonToken.VALUE_STRING, name, "one string");
          uri = json.getText();
          ensure(
              uri.length() <= HttpUrl.MAX_CHARS,
              name,
              "at most " + HttpUrl.MAX_CHARS + " characters long");
        }
        case "offset" -> offset = number(json, name, offset, 0);
        case "length" -> length = number(json, name, length, 1);
        default -> json.skipChildren();
      }
    }
    ensure(uri != null, "uri", "one string");
    ensure(offset >= 0, "offset", "one integer from 0");
    ensure(length >= 1, "length", "one integer from 1");
    return new BodyRef(Objects.requireNonNull(uri), offset, length);
  }

  private static long number(JsonParser json, String name, long before, long least)
      throws IOException, BadPageException {
    JsonToken token = json.currentToken();
    boolean whole =
        token == JsonToken.VALUE_NUMBER_INT
            ? json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
            : token == JsonToken.VALUE_STRING && DIGITS.matcher(json.getText()).matches();
    long number = before < 0 && whole ? Long.parseLong(json.getText()) : -1;
    ensure(number >= least, name, "one integer from " + least);
    return number;
  }

  private static void ensure(boolean fits, String name, String what) throws BadPageException {
    if (!fits) {
      throw new BadPageException("the field 'bodyRef." + name + "' must be " + what);
    }
  }

  /** The archive and the position in it, in human-readable form; a long URI is truncated. */
  @Override
  public String toString() {
    return Printable.cut(uri, SHOWN_CHARS) + ", " + length + " bytes from " + offset;
  }
}

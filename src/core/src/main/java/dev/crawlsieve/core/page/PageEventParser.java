package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Utf8Chars;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses JSON page events (RFC 8259, UTF-8) as a stream of tokens, never as a tree. */
public final class PageEventParser {

  /**
   * The parser keeps a small object for every open level. Without a bound, a value of nothing but
   * brackets would take fifty times its own size.
   */
  private static final int MAX_NESTING = 1000;

  /** Bounded because the factory caches thousands of field names. */
  private static final int MAX_NAME_CHARS = 10_000;

  private static final int SHOWN_BYTES = 20;
  private static final int SHOWN_NAMES = 8;

  /**
   * The length of what serializers with a schema registry put before a value: a 0 byte and the
   * schema's number.
   */
  private static final int FRAME_BYTES = 5;

  private final JsonFactory factory;
  private final int maxBytes;
  private final PageFields fields;

  /**
   * @param maxBytes largest event in bytes
   * @param fields the fields under other names
   */
  public PageEventParser(int maxBytes, PageFields fields) {
    this.maxBytes = maxBytes;
    this.fields = fields;
    factory = factory(maxBytes);
  }

  /** A factory for parsers of events of up to this many bytes. */
  public static JsonFactory factory(int maxBytes) {
    return new JsonFactoryBuilder()
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.CHARSET_DETECTION)
        // Python writes NaN where a number is missing.
        .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, true)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxStringLength(maxBytes)
                .maxDocumentLength(maxBytes)
                .maxNumberLength(maxBytes)
                .maxNameLength(MAX_NAME_CHARS)
                .maxNestingDepth(MAX_NESTING)
                .build())
        .build();
  }

  /**
   * Parses an event.
   *
   * @throws BadPageException if the value is not one JSON object whose known fields have their
   *     types
   */
  public PageEvent parse(byte[] value) throws BadPageException {
    BodyCut cut = fields.namesBody() ? null : BodyCut.of(value, start(value));
    if (cut != null) {
      try {
        return parse(cut.rest(), 0, cut);
      } catch (BadPageException e) {
        // Positions in its message would be wrong for the whole event, so that is parsed below.
      }
    }
    return parseWhole(value);
  }

  /**
   * Parses an event with Jackson alone. Slower than {@link #parse}, for which it is the reference.
   */
  PageEvent parseWhole(byte[] value) throws BadPageException {
    return parse(value, start(value), null);
  }

  /**
   * The names of an event's first fields, for a message; empty if it has none.
   *
   * @param value an event that can be parsed
   */
  public String fieldNames(byte[] value) {
    int start = start(value);
    List<String> names = new ArrayList<>();
    try (JsonParser json = factory.createParser(value, start, value.length - start)) {
      json.nextToken();
      while (names.size() <= SHOWN_NAMES && json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        names.add("'" + (name.length() > SHOWN_BYTES ? cut(name) : name) + "'");
        json.nextToken();
        json.skipChildren();
      }
    } catch (IOException e) {
      return ""; // the event itself is rejected elsewhere
    }
    boolean more = names.size() > SHOWN_NAMES;
    return names.isEmpty()
        ? ""
        : String.join(", ", more ? names.subList(0, SHOWN_NAMES) : names)
            + (more ? " and others" : "");
  }

  private static String cut(String name) {
    int end =
        Character.isHighSurrogate(name.charAt(SHOWN_BYTES - 1)) ? SHOWN_BYTES - 1 : SHOWN_BYTES;
    return name.substring(0, end) + "…";
  }

  private PageEvent parse(byte[] value, int start, @Nullable BodyCut cut) throws BadPageException {
    if (isUrl(value, start)) {
      throw new BadPageException(
          "the value is a URL alone, must be a page event: crawlsieve fetches no pages");
    }
    try (JsonParser json = factory.createParser(value, start, value.length - start)) {
      JsonToken first = json.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new BadPageException("the value is " + typeOf(first) + ", must be a JSON object");
      }
      PageEvent event = new PageEvent(cut, maxBytes, fields);
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        event.read(name, json);
      }
      requireEnd(json);
      event.takeNamed();
      return event;
    } catch (StreamConstraintsException e) {
      boolean nesting = e.getOriginalMessage().contains("nesting depth");
      throw new BadPageException(
          nesting
              ? "the value is nested more than " + MAX_NESTING + " levels deep"
              : "the value has a field name of more than " + MAX_NAME_CHARS + " characters",
          e);
    } catch (JsonProcessingException e) {
      throw notJson(value, e);
    } catch (IOException e) {
      throw new BadPageException("the value is not UTF-8", e);
    }
  }

  /** Offset at which the event begins: 0, or after a byte order mark. */
  public static int start(byte[] value) {
    return Utf8Chars.isMark(value, 0) ? 3 : 0;
  }

  /** Whether a value is a URL, perhaps in quotes, rather than the JSON of an event. */
  private static boolean isUrl(byte[] value, int start) {
    int at = start < value.length && value[start] == '"' ? start + 1 : start;
    if (at >= value.length || (value[at] | 0x20) != 'h') {
      return false;
    }
    String beginning =
        Ascii.lower(new String(value, at, Math.min(8, value.length - at), ISO_8859_1));
    return beginning.startsWith("http://") || beginning.equals("https://");
  }

  private static void requireEnd(JsonParser json) throws IOException, BadPageException {
    long end = json.currentLocation().getByteOffset();
    try {
      if (json.nextToken() == null) {
        return;
      }
    } catch (JsonProcessingException e) {
      throw new BadPageException(trailing(end), e);
    }
    throw new BadPageException(trailing(end));
  }

  private static String trailing(long end) {
    return "the value continues after the JSON object's end at byte " + end;
  }

  private static BadPageException notJson(byte[] value, JsonProcessingException e) {
    if (value.length >= FRAME_BYTES && value[0] == 0) {
      return new BadPageException(
          "the value begins with the frame of a schema registry (magic byte 0, schema id "
              + ByteBuffer.wrap(value).getInt(1)
              + "), must be JSON: set page.format to the class that reads it",
          e);
    }
    int at = e.getLocation() == null ? 0 : (int) e.getLocation().getByteOffset();
    int malformed = e.getOriginalMessage().startsWith("Invalid UTF-8") ? malformed(value) : -1;
    if (malformed >= 0) {
      return new BadPageException(
          "the value is not UTF-8 at byte %d, which is 0x%02x%s"
              .formatted(
                  malformed,
                  value[malformed],
                  malformed == 0 ? "" : ", after '" + before(value, malformed) + "'"),
          e);
    }
    String what = e.getOriginalMessage().startsWith("Invalid UTF-8") ? "UTF-8" : "JSON";
    String where =
        e instanceof JsonEOFException ? "where it ends" : "after '" + before(value, at) + "'";
    if (at <= start(value) && what.equals("JSON")) {
      String beginning = before(value, start(value) + SHOWN_BYTES);
      return new BadPageException("the value is not JSON: it begins with '" + beginning + "'", e);
    }
    return new BadPageException("the value is not " + what + " at byte " + at + ", " + where, e);
  }

  /** Where the first byte is that is not UTF-8; -1 if there is none. */
  private static int malformed(byte[] value) {
    for (int i = 0; i < value.length; ) {
      int length = value[i] >= 0 ? 1 : Utf8Chars.wellFormed(value, i, value.length);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return -1;
  }

  /** The last few characters before an offset, with dots for those that cannot be shown. */
  private static String before(byte[] value, int at) {
    int end = Math.max(0, Math.min(at, value.length));
    int from = Math.max(0, end - SHOWN_BYTES);
    return new String(value, from, end - from, UTF_8).replaceAll("[\\p{Cntrl}\\ufffd]", "·");
  }

  /** The kind of value that a token starts, for a message. */
  static String typeOf(JsonToken token) {
    if (token == null) {
      return "blank";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT -> "an integer";
      case VALUE_NUMBER_FLOAT -> "a fraction";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "no value";
    };
  }
}

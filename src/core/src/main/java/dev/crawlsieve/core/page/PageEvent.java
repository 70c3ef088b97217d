package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageFields.Target;
import dev.crawlsieve.core.encoding.GzipBody;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Printable;
import java.io.IOException;
import java.time.DateTimeException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON page event, set while the event is parsed. A {@code null} field counts as
 * absent. A known field that occurs twice is rejected, since parsers differ on which of the two
 * wins.
 */
public final class PageEvent {

  /** The fields that are interpreted. */
  private enum Field {
    URL("url", "a string"),
    FETCH_TIME("fetchTime", "a time"),
    STATUS("status", "an integer or a string of digits"),
    CONTENT_TYPE("contentType", "a string"),
    HEADERS("headers", "an object or an array of pairs"),
    HTML("html", "a string"),
    TEXT("text", "a string"),
    BODY_BASE64("bodyBase64", "a string"),
    REFERENCE("reference", "true or false"),
    BODY_REF("bodyRef", "an object");

    private static final Map<String, Field> BY_NAME = new HashMap<>();

    static {
      for (Field field : values()) {
        BY_NAME.put(field.key, field);
      }
    }

    private final String key;
    private final String type;

    Field(String key, String type) {
      this.key = key;
      this.type = type;
    }
  }

  private static final Map<Target, Field> OWN =
      Map.of(
          Target.URL, Field.URL,
          Target.STATUS, Field.STATUS,
          Target.CONTENT_TYPE, Field.CONTENT_TYPE,
          Target.FETCH_TIME, Field.FETCH_TIME);

  private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed();

  /**
   * A status, or the empty string; may have a fraction of zeros, as in numeric columns of tables.
   */
  private static final Pattern STATUS = Pattern.compile("(-?[0-9]*+)(?:\\.0+)?");

  private static final int SHOWN_CHARS = 100;

  private static final ContentType HTML_TYPE = ContentType.parse("text/html");
  private static final ContentType TEXT_TYPE = ContentType.parse("text/plain");
  private static final String MARKDOWN = "text/markdown";
  private static final String CONTENT_TYPE = "content-type";
  private static final String CONTENT_LANGUAGE = "content-language";
  private static final String LINK = "link";
  private static final String CONTENT_ENCODING = "content-encoding";
  private static final String CONTENT_LENGTH = "content-length";
  private static final String TRUNCATED = Ascii.lower(Page.TRUNCATED_HEADER);
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
  private static final Set<String> USED_HEADERS =
      Set.of(CONTENT_TYPE, CONTENT_LANGUAGE, LINK, CONTENT_ENCODING, CONTENT_LENGTH, TRUNCATED);
  private static final int LONGEST_USED = CONTENT_LANGUAGE.length();

  /** The body, if it was cut out of the event; otherwise null. */
  private final @Nullable BodyCut cut;

  private final int maxBytes;
  private final Set<Field> seen = EnumSet.noneOf(Field.class);

  /** The fields under other names; null if there are none. */
  private final @Nullable NamedFields named;

  /** The fields of the standard form that are read under other names instead. */
  private final Set<Field> replaced;

  /** The headers that are used; {@link #hasHeaders} says whether the event has any headers. */
  private final Map<String, String> headers = new HashMap<>();

  private boolean hasHeaders;
  private String url = "";
  private String contentType = "";
  private String fetchTime = "";
  private @Nullable String oddTime;
  private String status = "";
  private String id = "";
  private String title = "";
  private String canonical = "";
  private boolean reference;
  private @Nullable Field bodyField;
  private @Nullable Body body;
  private @Nullable BodyRef ref;

  /**
   * @param cut the body, if it was cut out of the event; otherwise null
   * @param maxBytes largest body accepted, in bytes
   * @param fields the fields under other names
   */
  PageEvent(@Nullable BodyCut cut, int maxBytes, PageFields fields) {
    this.cut = cut;
    this.maxBytes = maxBytes;
    this.named = fields.isOwn() ? null : new NamedFields(fields);
    this.replaced = replaced(fields);
  }

  private static Set<Field> replaced(PageFields fields) {
    Set<Field> replaced = EnumSet.noneOf(Field.class);
    OWN.forEach(
        (target, field) -> {
          if (fields.names(target)) {
            replaced.add(field);
          }
        });
    if (fields.namesBody()) {
      replaced.addAll(EnumSet.of(Field.HTML, Field.TEXT));
    }
    return replaced;
  }

  /** The URL given in the event, or the empty string. */
  public String url() {
    return url;
  }

  /** The value that identifies an event without a URL, or the empty string. */
  public String id() {
    return id;
  }

  /** Whether the event can become a page once its URL is known. */
  public boolean hasBody() {
    return bodyField != null || !(status.isEmpty() || status.equals("200"));
  }

  /** The field {@code fetchTime}, if it is not a time and was therefore ignored; otherwise null. */
  public @Nullable String oddTime() {
    return oddTime;
  }

  /**
   * Reads a field's value; the parser is at the value's first token, and afterwards at its last.
   */
  void read(String name, JsonParser json) throws IOException, BadPageException {
    if (named != null && named.read(name, json)) {
      return;
    }
    Field field = Field.BY_NAME.get(name);
    if (field == null || replaced.contains(field)) {
      json.skipChildren();
      return;
    }
    if (!seen.add(field)) {
      throw new BadPageException("the field '" + name + "' occurs twice, must occur once");
    }
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL || (token == JsonToken.VALUE_NUMBER_FLOAT && json.isNaN())) {
      return;
    }
    boolean object = field == Field.STATUS && token == JsonToken.START_OBJECT;
    String typed = object ? ExtendedJson.text(json) : null;
    boolean fits =
        switch (field) {
          case FETCH_TIME -> true;
          case STATUS -> token.isNumeric() || token == JsonToken.VALUE_STRING || typed != null;
          case HEADERS -> token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY;
          case REFERENCE -> token.isBoolean();
          case BODY_REF -> token == JsonToken.START_OBJECT;
          default -> token == JsonToken.VALUE_STRING;
        };
    if (!fits) {
      throw new BadPageException(
          "the field '"
              + name
              + "' is "
              + PageEventParser.typeOf(token)
              + ", must be "
              + field.type);
    }
    switch (field) {
      case URL -> url = json.getText();
      case CONTENT_TYPE -> contentType = json.getText();
      case HEADERS -> readHeaders(json);
      case HTML, TEXT, BODY_BASE64, BODY_REF -> readBody(field, json);
      case FETCH_TIME -> readFetchTime(json);
      case STATUS -> status = status(typed == null ? json.getText() : typed, "the field 'status'");
      case REFERENCE -> reference = json.getBooleanValue();
    }
  }

  /** Takes over the values that were read under other names; called once after all fields. */
  void takeNamed() throws BadPageException {
    if (named == null) {
      return;
    }
    url = either(named.first(Target.URL), url);
    id = named.first(Target.ID);
    title = named.first(Target.TITLE);
    canonical = named.first(Target.CANONICAL);
    contentType = either(named.first(Target.CONTENT_TYPE), contentType);
    takeFetchTime(either(named.first(Target.FETCH_TIME), fetchTime));
    status = either(status(named.first(Target.STATUS), "the status"), status);
    Target found = named.bodyTarget();
    if (found != null && bodyField == null) {
      bodyField = found == Target.HTML ? Field.HTML : Field.TEXT;
      contentType = found == Target.MARKDOWN ? MARKDOWN : contentType;
      body = Body.of(named.bodyValue());
    }
  }

  private static String either(String value, String otherwise) {
    return value.isEmpty() ? otherwise : value;
  }

  /** An invalid time is ignored: it is no reason to reject a page. */
  private void readFetchTime(JsonParser json) throws IOException {
    boolean structure = json.currentToken().isStructStart();
    String time = structure ? ExtendedJson.text(json) : json.getText();
    takeFetchTime(time == null ? "an object or array" : time);
  }

  private void takeFetchTime(String time) {
    try {
      fetchTime = time.trim().isEmpty() ? "" : FetchTime.parse(time).toString();
    } catch (DateTimeException e) {
      oddTime = Printable.cut(time, SHOWN_CHARS);
    }
  }

  /**
   * Reads a status, an integer in digits.
   *
   * @param where it was found, for a message
   * @return its digits, or the empty string if there are none
   * @throws BadPageException if it is something else
   */
  public static String status(String status, String where) throws BadPageException {
    Matcher digits = STATUS.matcher(status.trim());
    if (!digits.matches()) {
      throw new BadPageException(
          where + " is '" + Printable.cut(status, SHOWN_CHARS) + "', must be digits such as 200");
    }
    return digits.group(1);
  }

  private void readBody(Field field, JsonParser json) throws IOException, BadPageException {
    if (bodyField != null) {
      throw new BadPageException(
          "the event has two bodies, '"
              + bodyField.key
              + "' and '"
              + field.key
              + "', must have one");
    }
    bodyField = field;
    if (field == Field.BODY_REF) {
      ref = BodyRef.read(json);
    } else if (cut != null && cut.field().equals(field.key)) {
      body = new Body(cut.body(), field != Field.BODY_BASE64);
    } else if (field == Field.BODY_BASE64) {
      body = new Body(base64(json), false);
    } else {
      body = Body.of(json.getText());
    }
  }

  private static byte[] base64(JsonParser json) throws IOException, BadPageException {
    try {
      return json.getBinaryValue(BASE64);
    } catch (JsonEOFException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new BadPageException("the field 'bodyBase64' is not base64 (RFC 4648, section 4)", e);
    }
  }

  /** Keeps the first value of a header, and the first of several pairs with the same name. */
  private void readHeaders(JsonParser json) throws IOException, BadPageException {
    boolean pairs = json.currentToken() == JsonToken.START_ARRAY;
    EventHeaders.forEach(
        json,
        1,
        (name, values) -> {
          String value = values.isEmpty() ? null : values.get(0);
          String lower = name.length() <= LONGEST_USED ? Ascii.lower(name) : "";
          hasHeaders |= value != null;
          if (value != null && USED_HEADERS.contains(lower)) {
            headers.merge(lower, value, (a, b) -> pairs ? a : b);
          }
        });
  }

  /**
   * The page that the event describes. The name of the body's field overrides the declared content
   * type: crawlers leave that as the server sent it, even if they supply only the page's text.
   *
   * @param bodies reads the body if the event refers to it
   * @throws BadPageException if the event has no body and no status that explains why, or if it
   *     refers to a body that is unavailable
   */
  public Page page(HttpUrl address, BodySource bodies) throws BadPageException {
    if (!hasBody()) {
      throw new BadPageException(noBody());
    }
    if (ref != null) {
      take(bodies.read(ref, address));
    }
    ContentType declared =
        ContentType.parse(contentType.isEmpty() ? header(CONTENT_TYPE) : contentType);
    ContentType type = declared;
    if (bodyField == Field.HTML && !declared.isHtml()) {
      type = HTML_TYPE;
    } else if (bodyField == Field.TEXT && (declared.isHtml() || !declared.isText())) {
      type = TEXT_TYPE;
    }
    return new Page(
        address,
        status,
        declared,
        type,
        header(CONTENT_LANGUAGE),
        bodyField == null ? Body.of("") : decoded(Objects.requireNonNull(body)),
        header(LINK),
        fetchTime,
        reference,
        title,
        canonical,
        false,
        isCut());
  }

  /** Why an event without a URL is rejected. */
  public String noUrl() {
    return "the event has no URL, must have "
        + (replaced.contains(Field.URL) ? "it where page.fields says" : "'url' or 'id'");
  }

  /** Why an event without a body is rejected. */
  public String noBody() {
    return "the event has no body, must have "
        + (replaced.contains(Field.TEXT)
            ? "it where page.fields says"
            : "'html', 'text', 'bodyBase64' or 'bodyRef'");
  }

  /** The body, decompressed if it is gzip and a header declares that. */
  private Body decoded(Body body) throws BadPageException {
    String encoding = Ascii.lower(header(CONTENT_ENCODING).trim());
    if (body.isText() || !GZIP.contains(encoding) || !GzipBody.is(body.bytes())) {
      return body;
    }
    byte[] content;
    try {
      content = GzipBody.undo(body.bytes(), maxBytes);
    } catch (IOException e) {
      throw new BadPageException("the body cannot be decoded: " + e.getMessage(), e);
    }
    if (content.length > maxBytes) {
      throw new BadPageException(
          "the decoded body is larger than " + maxBytes + " bytes (page.max.bytes)");
    }
    return new Body(content, false);
  }

  /** Whether a header says that the body was cut, or was longer than it is. */
  private boolean isCut() {
    return !header(TRUNCATED).isEmpty()
        || (body != null
            && header(CONTENT_ENCODING).isEmpty()
            && Page.isShort(body.bytes().length, header(CONTENT_LENGTH)));
  }

  /** Takes over the body, and everything that the event itself does not say. */
  private void take(ReferredBody referred) {
    if (status.isEmpty()) {
      status = referred.status();
    }
    if (contentType.isEmpty() && header(CONTENT_TYPE).isEmpty()) {
      contentType = referred.contentType();
    }
    if (!hasHeaders) {
      headers.putAll(referred.headers());
    }
    if (fetchTime.isEmpty()) {
      fetchTime = referred.fetchTime();
    }
    bodyField =
        switch (referred.form()) {
          case HTML -> Field.HTML;
          case TEXT -> Field.TEXT;
          case BYTES -> Field.BODY_BASE64;
        };
    body = new Body(referred.body(), referred.form() != ReferredBody.Form.BYTES);
  }

  private String header(String name) {
    return headers.getOrDefault(name, "");
  }
}

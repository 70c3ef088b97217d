package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.crawlsieve.core.html.Utf8;
import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.JsonString;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.core.text.EightAscii;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes fetched bodies as JSON page events. A body of plain UTF-8 becomes {@code html} or {@code
 * text}, depending on its content type; any other goes into {@code bodyBase64}, so no byte is lost
 * and the charset can be determined later.
 */
final class EventWriter {

  /**
   * A fetched page.
   *
   * @param url its URL
   * @param time when it was fetched
   * @param status the HTTP status, or -1
   * @param contentType as the server sent it, or the empty string
   * @param headers the response's headers by name
   * @param body the content, without transfer and content encodings
   */
  record Fetched(
      String url,
      @Nullable Instant time,
      int status,
      String contentType,
      Map<String, String> headers,
      byte[] body) {}

  private static final char ESCAPE = 0x1b;

  private static final JsonFactory FACTORY = new JsonFactory();

  private final Limits limits;

  EventWriter(Limits limits) {
    this.limits = limits;
  }

  /** Converts a file that is a page to an event, with a defect if either is too large. */
  InputPage write(String url, String contentType, byte[] body, String origin) throws IOException {
    return write(new Fetched(url, null, -1, contentType, Map.of(), body), null, origin);
  }

  /**
   * Converts a page to an event that holds its body, or refers to it, with a defect if the body or
   * the event is too large.
   *
   * @param ref where the record with body and headers is; null if the event is to hold the body
   */
  InputPage write(Fetched fetched, @Nullable BodyRef ref, String origin) throws IOException {
    byte[] key = fetched.url().getBytes(UTF_8);
    byte[] body = fetched.body();
    if (limits.exceeds(body.length)) {
      return new InputPage(key, Limits.beginning(body), origin, limits.tooLarge("the body"));
    }
    byte[] event = event(fetched, ref);
    boolean tooLarge = limits.exceeds(event.length);
    return new InputPage(
        key,
        tooLarge ? Limits.beginning(event) : event,
        origin,
        tooLarge ? limits.tooLarge("the page event") : null);
  }

  /** The page as a reader would get it through an event that refers to it. */
  static ReferredBody referred(Fetched fetched) {
    String field = fieldFor(fetched.contentType());
    return new ReferredBody(
        field == null || !isPlainUtf8(fetched.body())
            ? ReferredBody.Form.BYTES
            : field.equals("html") ? ReferredBody.Form.HTML : ReferredBody.Form.TEXT,
        fetched.status() < 0 ? "" : String.valueOf(fetched.status()),
        fetched.contentType(),
        fetched.headers(),
        fetched.time() == null ? "" : fetched.time().toString(),
        fetched.body());
  }

  private static byte[] event(Fetched fetched, @Nullable BodyRef ref) throws IOException {
    byte[] body = fetched.body();
    int held = ref == null ? body.length + body.length / 4 : 0;
    ByteArrayOutputStream out = new ByteArrayOutputStream(held + 512);
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("url", fetched.url());
      if (fetched.time() != null) {
        json.writeStringField("fetchTime", fetched.time().toString());
      }
      if (fetched.status() >= 0) {
        json.writeNumberField("status", fetched.status());
      }
      if (!fetched.contentType().isEmpty()) {
        json.writeStringField("contentType", fetched.contentType());
      }
      if (ref == null) {
        writeContent(json, fetched);
      } else {
        json.writeObjectFieldStart("bodyRef");
        json.writeStringField("uri", ref.uri());
        json.writeNumberField("offset", ref.offset());
        json.writeNumberField("length", ref.length());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  private static void writeContent(JsonGenerator json, Fetched fetched) throws IOException {
    if (!fetched.headers().isEmpty()) {
      json.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : fetched.headers().entrySet()) {
        json.writeStringField(header.getKey(), header.getValue());
      }
      json.writeEndObject();
    }
    byte[] body = fetched.body();
    String field = fieldFor(fetched.contentType());
    if (field == null || !isPlainUtf8(body)) {
      json.writeBinaryField("bodyBase64", body);
    } else {
      json.writeFieldName(field);
      JsonString.write(json, body);
    }
  }

  private static @Nullable String fieldFor(String contentType) {
    String lower = contentType.strip().toLowerCase(Locale.ROOT);
    if (lower.startsWith("text/html") || lower.startsWith("application/xhtml+xml")) {
      return "html";
    }
    return lower.startsWith("text/") ? "text" : null;
  }

  /**
   * Whether a body is unambiguously UTF-8. With escape or zero bytes it may be ISO-2022 or UTF-16
   * text, as the page or header would then declare.
   */
  private static boolean isPlainUtf8(byte[] body) {
    return Utf8.isClean(body, 0, body.length)
        && EightAscii.find(body, 0, body.length, ESCAPE) == body.length;
  }
}

package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Ascii;
import java.util.Map;
import java.util.TreeMap;

/**
 * A body that a page event refers to, with what the archive's record says about it. The event's own
 * fields take precedence.
 *
 * @param form how the body is to be read
 * @param status the response's status in digits, or the empty string
 * @param contentType the declared content type, or the empty string
 * @param headers the response's headers, by name in lower case
 * @param fetchTime when the page was fetched, as {@code 2026-01-31T12:00:00Z}, or the empty string
 * @param body the content, without transfer and content encodings; not copied
 */
public record ReferredBody(
    Form form,
    String status,
    String contentType,
    Map<String, String> headers,
    String fetchTime,
    byte[] body) {

  /** The field that would hold the body in an event. */
  public enum Form {
    /** Well-formed UTF-8, as HTML. */
    HTML,
    /** Well-formed UTF-8, as plain text. */
    TEXT,
    /** Bytes whose character set is yet to be determined. */
    BYTES
  }

  public ReferredBody {
    Map<String, String> lower = new TreeMap<>();
    headers.forEach((name, value) -> lower.put(Ascii.lower(name), value));
    headers = Map.copyOf(lower);
  }
}

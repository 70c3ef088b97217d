package dev.crawlsieve.core.page;

import java.util.List;
import java.util.Objects;

/**
 * One crawled page, as a record gave it.
 *
 * @param url the URL as produced
 * @param status the response's status in digits, or the empty string
 * @param declaredType the declared content type with its parameters, or the empty string
 * @param contentType the content type that it is read as, or the empty string: the declared one,
 *     unless the record says in another way what the body is
 * @param language the language that the response's headers declare, or the empty string
 * @param body the body
 * @param link the response's header {@code Link}, or the empty string
 * @param fetchTime when the page was fetched, as {@code 2026-01-31T12:00:00Z}, or the empty string
 * @param outlinks what the record says the page links to; empty if nobody asked
 */
public record Page(
    String url,
    String status,
    String declaredType,
    String contentType,
    String language,
    Body body,
    String link,
    String fetchTime,
    List<String> outlinks) {

  public Page {
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(declaredType, "declaredType");
    Objects.requireNonNull(contentType, "contentType");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(link, "link");
    Objects.requireNonNull(fetchTime, "fetchTime");
    outlinks = List.copyOf(outlinks);
  }

  /**
   * A page without a status, whose links nobody asked for.
   *
   * @param text the body where it came as characters, else null
   * @param bytes the body where it came as bytes, else null
   */
  public Page(
      String url,
      String contentType,
      String language,
      String text,
      byte[] bytes,
      String link,
      String fetchTime) {
    this(
        url,
        "",
        contentType,
        contentType,
        language,
        Body.of(text, bytes),
        link,
        fetchTime,
        List.of());
  }

  /** A page of which neither a header {@code Link} nor the time of its fetch is known. */
  public Page(String url, String contentType, String language, String text, byte[] bytes) {
    this(url, contentType, language, text, bytes, "", "");
  }

  /** The body where it came as characters, else null. */
  public String text() {
    return body.text();
  }

  /** The body where it came as bytes, else null. */
  public byte[] bytes() {
    return body.bytes();
  }
}

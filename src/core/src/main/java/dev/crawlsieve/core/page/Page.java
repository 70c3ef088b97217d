package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * One crawled page, as described by its record.
 *
 * @param url the URL as produced
 * @param status the response's status in digits, or the empty string
 * @param declaredType the declared content type with its parameters, or the empty string
 * @param contentType the content type used to interpret the body, or the empty string: the declared
 *     one, unless the record states the body's type in another way
 * @param language the language that the response's headers declare, or the empty string
 * @param body the body
 * @param link the response's {@code Link} header, or the empty string
 * @param fetchTime when the page was fetched, as {@code 2026-01-31T12:00:00Z}, or the empty string
 * @param outlinks the links that the record lists for the page; empty if they were not requested
 * @param reference whether it belongs to a corpus that pages are compared with, and is not itself
 *     part of the crawl
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
    List<String> outlinks,
    boolean reference) {

  /**
   * Name of the record header that says whether a page is a reference page, {@code true} or {@code
   * false}; without it, the event's field {@code reference} says so.
   */
  public static final String REFERENCE_HEADER = "crawlsieve.reference";

  public Page {
    outlinks = List.copyOf(outlinks);
  }

  /**
   * A page of which only this is known.
   *
   * @param text the body if it arrived as characters, else null
   * @param bytes the body if it arrived as bytes, else null
   */
  public Page(String url, String contentType, String language, String text, byte[] bytes) {
    this(
        url,
        "",
        contentType,
        contentType,
        language,
        Body.of(text, bytes),
        "",
        "",
        List.of(),
        false);
  }

  /**
   * {@return the same page, as one of the corpus or of the crawl}
   *
   * @param other whether it is a reference page
   */
  public Page withReference(boolean other) {
    return new Page(
        url, status, declaredType, contentType, language, body, link, fetchTime, outlinks, other);
  }

  /** The body if it arrived as characters, else null. */
  public String text() {
    return body.isText() ? new String(body.utf8(), UTF_8) : null;
  }

  /** The body if it arrived as bytes, else null. */
  public byte[] bytes() {
    return body.isText() ? null : body.utf8();
  }
}

package dev.crawlsieve.core.page;

import java.util.regex.Pattern;

/**
 * One crawled page, as described by its record.
 *
 * @param address the URL
 * @param status the response's status in digits, or the empty string
 * @param declared the declared content type
 * @param type the content type as which the body is read: the declared one, unless the record
 *     states the body's type in another way; if none is declared, the one that the body's first
 *     bytes suggest
 * @param language the language that the response's headers declare, or the empty string
 * @param body the body
 * @param link the response's {@code Link} header, or the empty string
 * @param fetchTime when the page was fetched, as {@code 2026-01-31T12:00:00Z}, or the empty string
 * @param reference whether it belongs to a corpus that is only compared with, and not to the crawl
 * @param title the title that the record states apart from the body, or the empty string
 * @param canonical the page's preferred address as the record states it, or the empty string
 * @param bytes whether only the body's bytes are compared
 * @param cut whether the body broke off: by the record's mark, because it is shorter than its
 *     header says, or because it is HTML without an end tag of the document
 */
public record Page(
    HttpUrl address,
    String status,
    ContentType declared,
    ContentType type,
    String language,
    Body body,
    String link,
    String fetchTime,
    boolean reference,
    String title,
    String canonical,
    boolean bytes,
    boolean cut) {

  /**
   * Name of the record header that says whether a page is a reference page, {@code true} or {@code
   * false}; without it, the event's field {@code reference} says so.
   */
  public static final String REFERENCE_HEADER = "crawlsieve.reference";

  /** Name of the header that says that a body was cut, and why: the field of WARC records. */
  public static final String TRUNCATED_HEADER = "WARC-Truncated";

  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  private static final ContentType BYTES = ContentType.parse("application/octet-stream");

  public Page {
    type = type.isDeclared() ? type : HtmlSniffer.sniff(body.bytes(), type.charset());
    cut = cut || (type.isHtml() && HtmlSniffer.isOpen(body.bytes()));
  }

  /**
   * A page about which nothing else is known.
   *
   * @throws BadPageException if the URL is not an absolute http or https URL
   */
  public static Page of(String url, String contentType, String language, Body body)
      throws BadPageException {
    return of(HttpUrl.parse(url), "", ContentType.parse(contentType), language, body, "");
  }

  /** A page about which a response's headers say this, and nothing else is known. */
  public static Page of(
      HttpUrl address, String status, ContentType type, String language, Body body, String link) {
    return new Page(
        address, status, type, type, language, body, link, "", false, "", "", false, false);
  }

  /**
   * {@return the same page, as a page of the corpus or of the crawl}
   *
   * @param other whether it is a reference page
   */
  public Page withReference(boolean other) {
    return new Page(
        address, status, declared, type, language, body, link, fetchTime, other, title, canonical,
        bytes, cut);
  }

  /** {@return the same page, of which only the bytes are compared} */
  public Page asBytes() {
    return new Page(
        address, status, declared, BYTES, language, body, link, fetchTime, reference, "", "", true,
        cut);
  }

  /** {@return whether a body has fewer bytes than the header {@code Content-Length} says} */
  public static boolean isShort(int bytes, String contentLength) {
    String length = contentLength.trim();
    return LENGTH.matcher(length).matches() && bytes < Long.parseLong(length);
  }

  /** The URL as produced. */
  public String url() {
    return address.given();
  }
}

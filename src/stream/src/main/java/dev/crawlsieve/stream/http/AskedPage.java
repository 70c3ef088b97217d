package dev.crawlsieve.stream.http;

/**
 * A page that a client asks about.
 *
 * @param form what the body contains
 * @param url the page's URL; null for the event's own, or for none
 * @param body in UTF-8, unless it is a page event that declares otherwise
 * @param forwarded whether another instance forwarded the request; it is not forwarded again
 */
public record AskedPage(Form form, String url, byte[] body, boolean forwarded) {

  /** What a body contains. */
  public enum Form {
    /** A JSON page event. */
    EVENT,
    /** HTML. */
    HTML,
    /** Text. */
    TEXT
  }
}

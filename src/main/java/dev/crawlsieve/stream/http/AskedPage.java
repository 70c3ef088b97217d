package dev.crawlsieve.stream.http;

/**
 * A page that a client asks about.
 *
 * @param form what the body is
 * @param url the page's URL; null for that of the event, or for none
 * @param body in UTF-8, unless it is a page event that says otherwise
 * @param forwarded whether another instance forwarded the request; it is not forwarded again
 */
public record AskedPage(Form form, String url, byte[] body, boolean forwarded) {

  /** What a body is. */
  public enum Form {
    /** A JSON page event. */
    EVENT,
    /** HTML. */
    HTML,
    /** Text. */
    TEXT
  }
}

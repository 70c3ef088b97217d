package dev.crawlsieve.stream.http;

/**
 * A page that somebody asks about.
 *
 * @param form what the body is
 * @param url the page's URL; null for that of the event, or for none
 * @param body in UTF-8, unless it is a page event that says otherwise
 * @param forwarded whether another instance asks for somebody; it is not passed on again
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

package dev.crawlsieve.stream.http;

/**
 * Pages that a client asks the verdicts on.
 *
 * @param form what the body contains
 * @param scope the scope that the pages are compared in, where a record header names it; else null
 * @param forwarded whether another instance forwarded the request; it is not forwarded again
 */
public record AskedVerdicts(Form form, String scope, byte[] body, boolean forwarded) {

  /** What a body contains. */
  public enum Form {
    /** A page event, or a JSON object with a fingerprint. */
    ONE,
    /** Lines of them. */
    LINES,
    /** A stored fingerprint. */
    FINGERPRINT
  }
}

package dev.crawlsieve.sites.passage;

/** A record of this wing that cannot be read. */
public final class UnreadablePassageException extends Exception {

  private static final long serialVersionUID = 1L;

  UnreadablePassageException(String message) {
    super(message);
  }

  UnreadablePassageException(String message, Throwable cause) {
    super(message, cause);
  }
}

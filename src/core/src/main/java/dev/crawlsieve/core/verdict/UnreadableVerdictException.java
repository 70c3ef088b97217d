package dev.crawlsieve.core.verdict;

/** A stored verdict that cannot be read. */
public final class UnreadableVerdictException extends Exception {

  private static final long serialVersionUID = 1L;

  public UnreadableVerdictException(String message) {
    super(message);
  }

  public UnreadableVerdictException(String message, Throwable cause) {
    super(message, cause);
  }
}

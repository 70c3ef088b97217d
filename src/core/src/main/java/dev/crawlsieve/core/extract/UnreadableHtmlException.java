package dev.crawlsieve.core.extract;

/** A parser failed on a page's HTML. */
final class UnreadableHtmlException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableHtmlException(String message, Throwable cause) {
    super(message, cause);
  }
}

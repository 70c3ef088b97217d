package dev.crawlsieve.stream.pending;

/** The body of a page is no longer on the input topic. */
public final class PageGoneException extends Exception {

  private static final long serialVersionUID = 1L;

  public PageGoneException(String message) {
    super(message);
  }
}

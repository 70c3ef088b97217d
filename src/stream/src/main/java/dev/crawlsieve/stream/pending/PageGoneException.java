package dev.crawlsieve.stream.pending;

/** A page whose body is no longer on the input topic. */
public final class PageGoneException extends Exception {

  private static final long serialVersionUID = 1L;

  public PageGoneException(String message) {
    super(message);
  }
}

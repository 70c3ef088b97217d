package dev.crawlsieve.stream.pending;

/** A page whose body the input topic no longer holds. */
public final class PageGoneException extends Exception {

  private static final long serialVersionUID = 1L;

  public PageGoneException(String message) {
    super(message);
  }
}

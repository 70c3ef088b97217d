package dev.crawlsieve.files.input;

/** An input cannot be read at all, or not to its end. The message names the input. */
public final class InputException extends Exception {

  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message);
  }

  public InputException(String message, Throwable cause) {
    super(message, cause);
  }
}

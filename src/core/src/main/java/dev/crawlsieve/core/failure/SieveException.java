package dev.crawlsieve.core.failure;

import org.jspecify.annotations.Nullable;

/** A failure that stops the work. The message is one sentence for the user. */
public class SieveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SieveException(String message) {
    super(message);
  }

  public SieveException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

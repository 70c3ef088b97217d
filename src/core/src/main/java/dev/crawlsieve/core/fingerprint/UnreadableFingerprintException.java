package dev.crawlsieve.core.fingerprint;

import org.jspecify.annotations.Nullable;

/** A stored fingerprint that this version cannot read. */
public final class UnreadableFingerprintException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Without a cause.
   *
   * @param message why it cannot be read
   */
  public UnreadableFingerprintException(@Nullable String message) {
    super(message);
  }

  /**
   * With a cause.
   *
   * @param message why it cannot be read
   * @param cause what went wrong
   */
  public UnreadableFingerprintException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.crawlsieve.core.page;

import org.jspecify.annotations.Nullable;

/**
 * A record that is not a page. The message is one clause that says what is wrong and what would be
 * valid.
 */
public final class BadPageException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Without a cause.
   *
   * @param reason one clause: what is wrong, and what would be valid
   */
  public BadPageException(String reason) {
    super(reason);
  }

  /**
   * With a cause.
   *
   * @param reason one clause: what is wrong, and what would be valid
   * @param cause what went wrong
   */
  public BadPageException(@Nullable String reason, Throwable cause) {
    super(reason, cause);
  }
}

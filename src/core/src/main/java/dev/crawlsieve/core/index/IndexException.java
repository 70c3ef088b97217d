package dev.crawlsieve.core.index;

import org.jspecify.annotations.Nullable;

/**
 * An index cannot continue: its files are unreadable or have another layout, or the disk failed.
 */
public class IndexException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Without a cause.
   *
   * @param message what cannot be done, with the folder
   */
  public IndexException(String message) {
    super(message);
  }

  /**
   * With a cause.
   *
   * @param message what cannot be done, with the folder
   * @param cause what went wrong
   */
  public IndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

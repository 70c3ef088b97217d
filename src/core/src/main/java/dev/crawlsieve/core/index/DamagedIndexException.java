package dev.crawlsieve.core.index;

import org.jspecify.annotations.Nullable;

/** The files of an index are damaged, so it must be rebuilt. */
public final class DamagedIndexException extends IndexException {

  private static final long serialVersionUID = 1L;

  /**
   * With a cause.
   *
   * @param message what cannot be done, with the folder
   * @param cause what is damaged
   */
  public DamagedIndexException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

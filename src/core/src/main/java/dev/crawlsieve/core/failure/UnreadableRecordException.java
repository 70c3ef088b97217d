package dev.crawlsieve.core.failure;

import org.jspecify.annotations.Nullable;

/**
 * A stored record that this version cannot read: a verdict, an observation, blocks of a page, or a
 * page on its way within a lane.
 */
public final class UnreadableRecordException extends Exception {

  private static final long serialVersionUID = 1L;

  public UnreadableRecordException(String message) {
    super(message);
  }

  public UnreadableRecordException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}

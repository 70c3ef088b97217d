package dev.crawlsieve.stream.index;

import org.jspecify.annotations.Nullable;

/** A lane is not running on this instance, at least not at the moment. */
public final class LaneNotHereException extends Exception {

  private static final long serialVersionUID = 1L;

  /** With a message that says what is not here. */
  public LaneNotHereException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

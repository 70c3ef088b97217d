package dev.crawlsieve.files.bodies;

import org.jspecify.annotations.Nullable;

/** A body that cannot be read. The message is one clause that says why. */
final class UnreadableBodyException extends Exception {

  private static final long serialVersionUID = 1L;

  UnreadableBodyException(String reason) {
    super(reason);
  }

  UnreadableBodyException(@Nullable String reason, Throwable cause) {
    super(reason, cause);
  }
}

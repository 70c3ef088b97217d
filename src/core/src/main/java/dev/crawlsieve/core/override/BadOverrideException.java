package dev.crawlsieve.core.override;

import org.jspecify.annotations.Nullable;

/** A line that is not an override. The message names the field and says what would be right. */
final class BadOverrideException extends Exception {

  private static final long serialVersionUID = 1L;

  BadOverrideException(String message) {
    super(message);
  }

  BadOverrideException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

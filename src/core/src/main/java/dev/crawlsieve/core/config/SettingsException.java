package dev.crawlsieve.core.config;

import org.jspecify.annotations.Nullable;

/** An invalid setting. The message names it and says what would be valid. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SettingsException(String message) {
    super(message);
  }

  public SettingsException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

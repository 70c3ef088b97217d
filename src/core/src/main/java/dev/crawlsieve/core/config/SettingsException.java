package dev.crawlsieve.core.config;

/** An invalid setting. The message names it and says what would be valid. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SettingsException(String message) {
    super(message);
  }

  public SettingsException(String message, Throwable cause) {
    super(message, cause);
  }
}

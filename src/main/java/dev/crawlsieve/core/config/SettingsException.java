package dev.crawlsieve.core.config;

/** A setting that cannot be used. The message names it and says what would be right. */
public final class SettingsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SettingsException(String message) {
    super(message);
  }

  public SettingsException(String message, Throwable cause) {
    super(message, cause);
  }
}

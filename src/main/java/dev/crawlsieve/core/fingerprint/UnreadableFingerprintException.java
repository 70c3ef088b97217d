package dev.crawlsieve.core.fingerprint;

/** A stored fingerprint that this version cannot read. */
public final class UnreadableFingerprintException extends Exception {

  private static final long serialVersionUID = 1L;

  public UnreadableFingerprintException(String message) {
    super(message);
  }

  public UnreadableFingerprintException(String message, Throwable cause) {
    super(message, cause);
  }
}

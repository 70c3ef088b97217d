package dev.crawlsieve.core.index;

/**
 * The index cannot continue: its files are unreadable or have another layout, or the disk failed.
 */
public final class IndexException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public IndexException(String message) {
    super(message);
  }

  public IndexException(String message, Throwable cause) {
    super(message, cause);
  }
}

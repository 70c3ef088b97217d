package dev.crawlsieve.core.eval;

/** Invalid labels. The message names the file and line and says what would be valid. */
public final class EvaluationException extends Exception {

  private static final long serialVersionUID = 1L;

  public EvaluationException(String message) {
    super(message);
  }
}

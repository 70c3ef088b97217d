package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.work.SieveException;

/** Invalid labels. The message names the file and line and says what would be valid. */
public final class EvaluationException extends SieveException {

  private static final long serialVersionUID = 1L;

  public EvaluationException(String message) {
    super(message);
  }
}

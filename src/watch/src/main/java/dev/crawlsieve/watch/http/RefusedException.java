package dev.crawlsieve.watch.http;

import org.jspecify.annotations.Nullable;

/** A request cannot be answered; the exception has the status to send. */
public final class RefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * @param status an HTTP status, 400 to 599
   * @param reason the reason in one sentence
   */
  public RefusedException(int status, @Nullable String reason) {
    super(reason);
    this.status = status;
  }

  int status() {
    return status;
  }
}

package dev.crawlsieve.stream.topology;

/** This instance does not work on a lane, or not now. */
public final class LaneNotHereException extends Exception {

  private static final long serialVersionUID = 1L;

  LaneNotHereException(String message, Throwable cause) {
    super(message, cause);
  }
}

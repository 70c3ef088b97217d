package dev.crawlsieve.stream.topology;

/** This instance does not run a lane, or not at the moment. */
public final class LaneNotHereException extends Exception {

  private static final long serialVersionUID = 1L;

  LaneNotHereException(String message, Throwable cause) {
    super(message, cause);
  }
}

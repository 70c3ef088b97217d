package dev.crawlsieve.sites.mirror;

/** A record that should be an observation cannot be read as one. */
public final class UnreadableObservationException extends Exception {

  private static final long serialVersionUID = 1;

  UnreadableObservationException(String message) {
    super(message);
  }
}

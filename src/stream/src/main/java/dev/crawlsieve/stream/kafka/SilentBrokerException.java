package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.work.SieveException;

/** No broker has answered in time, but one may answer later. */
public final class SilentBrokerException extends SieveException {

  private static final long serialVersionUID = 1L;

  SilentBrokerException(String message) {
    super(message);
  }
}

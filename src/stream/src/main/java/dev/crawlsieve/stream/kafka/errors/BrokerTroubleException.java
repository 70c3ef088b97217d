package dev.crawlsieve.stream.kafka.errors;

import dev.crawlsieve.core.failure.SieveException;
import org.jspecify.annotations.Nullable;

/** No broker could do what was asked, but a later attempt may succeed. */
public final class BrokerTroubleException extends SieveException {

  private static final long serialVersionUID = 1L;

  public BrokerTroubleException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

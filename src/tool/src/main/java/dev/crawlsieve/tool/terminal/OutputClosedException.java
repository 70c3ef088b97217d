package dev.crawlsieve.tool.terminal;

import java.io.IOException;

/** The reader of the results is gone, as after {@code | head}. */
final class OutputClosedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutputClosedException(IOException cause) {
    super("the output is closed: " + cause.getMessage(), cause);
  }
}

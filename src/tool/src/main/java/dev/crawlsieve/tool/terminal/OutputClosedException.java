package dev.crawlsieve.tool.terminal;

import java.io.IOException;

/** The reader of the results has closed the output, as {@code | head} does. */
final class OutputClosedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutputClosedException(IOException cause) {
    super("the output is closed: " + cause.getMessage(), cause);
  }
}

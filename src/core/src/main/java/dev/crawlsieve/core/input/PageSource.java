package dev.crawlsieve.core.input;

import java.io.IOException;

/** One input being read. */
interface PageSource extends AutoCloseable {

  /**
   * The next page, or null at the end.
   *
   * @throws IOException if the input cannot be read further; everything before was returned
   */
  InputPage next() throws IOException;

  @Override
  void close() throws IOException;
}

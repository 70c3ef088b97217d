package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.work.SieveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The lines of a file that {@code sieve} may have written. */
final class FileLines {

  private FileLines() {}

  /** Takes a line. */
  interface Taker {
    void take(String line) throws IOException;
  }

  /**
   * Passes each line on; none if there is no such file.
   *
   * @throws SieveException if it cannot be read
   */
  static void each(Path file, Taker taker) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        taker.take(line);
      }
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
  }
}

package dev.crawlsieve.core.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The character that some editors write at the beginning of a text in UTF-8. */
public final class ByteOrderMark {

  private static final char MARK = '\ufeff';

  private ByteOrderMark() {}

  /** Opens a file of text in UTF-8, after its byte order mark if it has one. */
  public static BufferedReader skip(Path file) throws IOException {
    BufferedReader in = Files.newBufferedReader(file);
    try {
      in.mark(1);
      if (in.read() != MARK) {
        in.reset();
      }
      return in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}

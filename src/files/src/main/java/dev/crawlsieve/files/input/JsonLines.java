package dev.crawlsieve.files.input;

import dev.crawlsieve.core.text.EightAscii;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of JSON, each a page event, passed on byte for byte. Lines end with a line feed; lines of
 * white space are skipped. Memory is bounded for lines of any length.
 */
final class JsonLines extends JsonEvents {

  private final String name;
  private long lineNumber;

  JsonLines(InputStream in, String name, Limits limits, EventKeyReader keys) {
    super(in, limits, keys);
    this.name = name;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    long length = readLine();
    while (length >= 0 && isBlank(length)) {
      length = readLine();
    }
    return length < 0 ? null : page(length, lineNumber, name + ":" + lineNumber, "the line");
  }

  /**
   * Reads a line without its line feed, and returns its full length, or -1 at the end; {@code
   * event} keeps the beginning.
   */
  private long readLine() throws IOException {
    if (!hasMore()) {
      return -1;
    }
    lineNumber++;
    long length = 0;
    do {
      int from = at;
      at = EightAscii.find(chunk, at, filled, '\n');
      length += keep(length, from);
    } while (at == filled && hasMore());
    at += at < filled ? 1 : 0;
    return length;
  }

  private boolean isBlank(long length) {
    for (int i = 0; i < length && !limits.exceeds(length); i++) {
      if (event[i] != ' ' && event[i] != '\t' && event[i] != '\r') {
        return false;
      }
    }
    return !limits.exceeds(length);
  }
}

package dev.crawlsieve.core.input;

import dev.crawlsieve.core.text.EightAscii;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines of JSON, each a page event, passed on byte for byte. Lines end with a line feed; lines of
 * white space are skipped. Memory is bounded, however long a line is.
 */
final class JsonLines implements PageSource {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final InputStream in;
  private final String name;
  private final Limits limits;
  private final EventKeyReader keys;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int at;
  private int filled;
  private byte[] line = new byte[CHUNK_BYTES];
  private long lineNumber;

  JsonLines(InputStream in, String name, Limits limits, EventKeyReader keys) {
    this.in = in;
    this.name = name;
    this.limits = limits;
    this.keys = keys;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    while (true) {
      long length = readLine();
      if (length < 0) {
        return null;
      }
      String origin = name + ":" + lineNumber;
      if (limits.exceeds(length)) {
        int kept = (int) Math.min(length, line.length);
        byte[] beginning = Limits.beginning(Arrays.copyOf(line, kept));
        return new InputPage(null, beginning, origin, limits.tooLarge("the line"));
      }
      if (!isBlank((int) length)) {
        byte[] value = Arrays.copyOf(line, (int) length);
        return new InputPage(keys.read(value, lineNumber), value, origin, null);
      }
    }
  }

  /**
   * Reads a line without its line feed, and returns its full length; {@code line} keeps the
   * beginning.
   */
  private long readLine() throws IOException {
    long length = 0;
    boolean any = false;
    while (true) {
      if (at == filled) {
        at = 0;
        filled = Math.max(0, in.read(chunk));
        if (filled == 0) {
          return any ? length : -1;
        }
      }
      if (!any) {
        any = true;
        lineNumber++;
      }
      int end = EightAscii.find(chunk, at, filled, '\n');
      keep(length, end - at);
      length += end - at;
      at = end;
      if (end < filled) {
        at++;
        return length;
      }
    }
  }

  private void keep(long length, int bytes) {
    // Past the limit only the beginning is kept, and it is already there.
    if (limits.exceeds(length)) {
      return;
    }
    int needed = (int) length + bytes;
    if (needed > line.length) {
      line = Arrays.copyOf(line, Math.max(needed, (int) Math.min(2L * line.length, 1 << 30)));
    }
    System.arraycopy(chunk, at, line, (int) length, bytes);
  }

  private boolean isBlank(int length) {
    for (int i = 0; i < length; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

package dev.crawlsieve.core.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Page events as the items of a JSON array, as Scrapy writes them, or as objects written over
 * several lines. An item is passed on byte for byte, except that its line breaks become blanks.
 * Only the ends of items are looked for: brackets that are not in strings. Between items, white
 * space, commas and the brackets of arrays are passed over. Memory is bounded, however long an item
 * is.
 */
final class JsonItems implements PageSource {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final InputStream in;
  private final String name;
  private final Limits limits;
  private final EventKeyReader keys;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int at;
  private int filled;
  private byte[] item = new byte[CHUNK_BYTES];
  private long number;

  JsonItems(InputStream in, String name, Limits limits, EventKeyReader keys) {
    this.in = in;
    this.name = name;
    this.limits = limits;
    this.keys = keys;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    int c = read();
    while (c >= 0 && (isBlank(c) || c == ',' || c == '[' || c == ']')) {
      c = read();
    }
    if (c < 0) {
      return null;
    }
    number++;
    long length = readItem();
    byte[] value = Arrays.copyOf(item, (int) Math.min(length, item.length));
    String origin = name + "#" + number;
    return limits.exceeds(length)
        ? new InputPage(null, Limits.beginning(value), origin, limits.tooLarge("the item"))
        : new InputPage(keys.read(value, number), value, origin, null);
  }

  /** Reads the item whose first byte was read, and returns its length. */
  private long readItem() throws IOException {
    long length = 0;
    long depth = 0;
    boolean string = false;
    boolean escaped = false;
    int c = chunk[at - 1];
    do {
      keep(length++, isBlank(c) ? (byte) ' ' : (byte) c);
      if (string) {
        string = escaped || c != '"';
        escaped = !escaped && c == '\\';
      } else if (c == '"') {
        string = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
      c = read();
      if (c < 0 && depth > 0) {
        throw new EOFException("item " + number + " of the JSON does not end");
      }
    } while (c >= 0 && (depth > 0 || string || !(isBlank(c) || ",[]{".indexOf(c) >= 0)));
    at -= c < 0 ? 0 : 1;
    return length;
  }

  private void keep(long length, byte b) {
    if (limits.exceeds(length)) {
      return;
    }
    if (length == item.length) {
      item = Arrays.copyOf(item, (int) Math.min(2L * item.length, 1 << 30));
    }
    item[(int) length] = b;
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** The next byte, or -1; it is in the chunk. */
  private int read() throws IOException {
    if (at == filled) {
      filled = Math.max(0, in.read(chunk));
      at = 0;
      if (filled == 0) {
        return -1;
      }
    }
    return chunk[at++] & 0xff;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

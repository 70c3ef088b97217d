package dev.crawlsieve.files.input;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Page events that are the items of a JSON array, as Scrapy writes them, objects written over
 * several lines, or a JSON text sequence (RFC 7464), in which a record separator is before each. An
 * item is passed on byte for byte, except that its line breaks become blanks. An item's end is
 * found by its brackets outside strings; nothing else in it is parsed. Between items, white space,
 * commas, separators and the brackets of arrays are skipped. Memory is bounded for items of any
 * length.
 */
final class JsonItems extends JsonEvents {

  private final String name;
  private long number;

  JsonItems(InputStream in, String name, Limits limits, EventKeyReader keys) {
    super(in, limits, keys);
    this.name = name;
  }

  @Override
  public @Nullable InputPage next() throws IOException {
    int c = read();
    while (c >= 0 && (isBlank(c) || ",[]\u001e".indexOf(c) >= 0)) {
      c = read();
    }
    if (c < 0) {
      return null;
    }
    number++;
    return page(readItem(), number, name + "#" + number, "the item");
  }

  /** Reads the rest of an item whose first byte was read, and returns the item's length. */
  private long readItem() throws IOException {
    long length = 0;
    int from = at - 1;
    long depth = 0;
    boolean string = false;
    boolean escaped = false;
    int c = chunk[at - 1];
    do {
      chunk[at - 1] = isBlank(c) ? (byte) ' ' : (byte) c;
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
      if (at == filled) {
        length += keep(length, from);
        from = 0;
      }
      c = read();
      if (c < 0 && depth > 0) {
        throw new EOFException("item " + number + " of the JSON does not end");
      }
    } while (c >= 0 && (depth > 0 || string || !(isBlank(c) || ",[]{".indexOf(c) >= 0)));
    at -= c < 0 ? 0 : 1;
    return length + keep(length, from);
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** The next byte, which is then in the chunk; or -1. */
  private int read() throws IOException {
    return hasMore() ? chunk[at++] & 0xff : -1;
  }
}

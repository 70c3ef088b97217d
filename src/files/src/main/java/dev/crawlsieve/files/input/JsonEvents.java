package dev.crawlsieve.files.input;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Page events in a stream of JSON, passed on byte for byte. Only the beginning of an event that is
 * larger than the limit is kept, so memory is bounded for events of any length.
 */
abstract class JsonEvents implements PageSource {

  private static final int CHUNK_BYTES = 64 * 1024;

  private final InputStream in;
  final Limits limits;
  private final EventKeyReader keys;

  final byte[] chunk = new byte[CHUNK_BYTES];
  int at;
  int filled;
  byte[] event = new byte[CHUNK_BYTES];

  JsonEvents(InputStream in, Limits limits, EventKeyReader keys) {
    this.in = in;
    this.limits = limits;
    this.keys = keys;
  }

  /** Whether another byte is in the chunk, which is filled again if all of it was read. */
  final boolean hasMore() throws IOException {
    if (at == filled) {
      filled = Math.max(0, in.read(chunk));
      at = 0;
    }
    return at < filled;
  }

  /**
   * Adds the bytes of the chunk that were read to the event.
   *
   * @param length length of the event so far; beyond the limit, no more is kept
   * @param from index of the first byte to add
   * @return the number of bytes
   */
  final int keep(long length, int from) {
    int count = at - from;
    if (!limits.exceeds(length)) {
      int needed = (int) length + count;
      if (needed > event.length) {
        event = Arrays.copyOf(event, Math.max(needed, (int) Math.min(2L * event.length, 1 << 30)));
      }
      System.arraycopy(chunk, from, event, (int) length, count);
    }
    return count;
  }

  /**
   * The event that was read.
   *
   * @param length length of the whole event, in bytes
   * @param what what the event is, for a message
   */
  final InputPage page(long length, long number, String origin, String what) {
    byte[] value = Arrays.copyOf(event, (int) Math.min(length, event.length));
    return keys.page(value, length, number, origin, what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

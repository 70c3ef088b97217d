package dev.crawlsieve.index;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers one behind the other in a file, from any place on; little-endian. */
final class WordWriter {

  private static final int BUFFER_BYTES = 1 << 16;

  private final RandomAccessFile file; // unlike a channel, not closed by an interrupt
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long flushed;

  WordWriter(RandomAccessFile file) {
    this.file = file;
  }

  /** Goes on at another place. */
  void startAt(long at) throws IOException {
    flush();
    flushed = at;
  }

  void putInt(int value) throws IOException {
    if (buffer.remaining() < Integer.BYTES) {
      flush();
    }
    buffer.putInt(value);
  }

  void putLong(long value) throws IOException {
    if (buffer.remaining() < Long.BYTES) {
      flush();
    }
    buffer.putLong(value);
  }

  /** Where the next number goes. */
  long at() {
    return flushed + buffer.position();
  }

  void flush() throws IOException {
    if (buffer.position() > 0) {
      file.seek(flushed);
      file.write(buffer.array(), 0, buffer.position());
      flushed += buffer.position();
      buffer.clear();
    }
  }
}

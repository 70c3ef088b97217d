package dev.crawlsieve.core.index.store;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** Writes arrays to a file in chunks, each with a checksum; {@link ChunkInput} reads them. */
final class ChunkOutput implements AutoCloseable {

  // A chunk is an i32 with the number of bytes, a u64 with their XXH3, and the bytes; all numbers
  // are little-endian.

  static final int CHUNK_BYTES = 1 << 20;
  static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
  public static final Hasher64 CHECKSUM = Hashing.xxh3_64();

  private final FileChannel file;
  private final ByteBuffer header = buffer(new byte[HEADER_BYTES]);
  private final byte[] bytes = new byte[CHUNK_BYTES];
  private final ByteBuffer chunk = buffer(bytes);
  private final Deque<ByteBuffer> held = new ArrayDeque<>();
  private boolean holding;

  /** Puts one or more values. */
  public interface Piece {

    void put() throws IOException;
  }

  /** Creates a file, replacing an existing one. */
  public ChunkOutput(Path path) throws IOException {
    file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
  }

  static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  public void putInt(int value) throws IOException {
    need(Integer.BYTES);
    chunk.putInt(value);
  }

  public void putLong(long value) throws IOException {
    need(Long.BYTES);
    chunk.putLong(value);
  }

  /** Writes an array's length and elements. */
  public void putBytes(byte[] values) throws IOException {
    putInt(values.length);
    for (int from = 0; from < values.length; ) {
      need(1);
      int some = Math.min(values.length - from, chunk.remaining());
      chunk.put(values, from, some);
      from += some;
    }
  }

  /** Writes the first elements of an array, without its length. */
  public void putLongs(long[] values, int count) throws IOException {
    for (int from = 0; from < count; ) {
      need(Long.BYTES);
      int some = Math.min(count - from, chunk.remaining() / Long.BYTES);
      chunk.asLongBuffer().put(values, from, some);
      chunk.position(chunk.position() + some * Long.BYTES);
      from += some;
    }
  }

  private void need(int bytes) throws IOException {
    if (chunk.remaining() < bytes) {
      write();
    }
  }

  private void write() throws IOException {
    int length = chunk.position();
    header.clear();
    header.putInt(length).putLong(CHECKSUM.hashBytesToLong(bytes, 0, length)).flip();
    chunk.flip();
    if (holding) {
      held.add(ByteBuffer.allocate(HEADER_BYTES + length).put(header).put(chunk).flip());
    } else {
      while (chunk.hasRemaining()) {
        file.write(new ByteBuffer[] {header, chunk});
      }
    }
    chunk.clear();
  }

  /** Puts a piece, but holds it in memory; {@link #writeHeld} writes it to the file. */
  public void hold(Piece piece) throws IOException {
    holding = true;
    try {
      piece.put();
    } finally {
      holding = false;
    }
  }

  /** Writes the chunks that have been held. */
  public void writeHeld() throws IOException {
    for (ByteBuffer next = held.poll(); next != null; next = held.poll()) {
      while (next.hasRemaining()) {
        file.write(next);
      }
    }
  }

  /** Writes the current chunk; values put afterwards begin another chunk. */
  public void finish() throws IOException {
    write();
  }

  /**
   * Goes back to the beginning of the file. Values that are put next, until {@link #finish},
   * overwrite as many bytes there.
   */
  public void rewind() throws IOException {
    file.position(0);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package dev.crawlsieve.core.work;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes arrays to a file in chunks, each with a checksum; {@link ChunkInput} reads them. */
public final class ChunkOutput implements AutoCloseable {

  // A chunk: i32 number of bytes, little-endian as everything here, u64 their XXH3, the bytes.

  static final int CHUNK_BYTES = 1 << 20;
  static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
  public static final Hasher64 CHECKSUM = Hashing.xxh3_64();

  private final FileChannel file;
  private final ByteBuffer header = buffer(new byte[HEADER_BYTES]);
  private final byte[] bytes = new byte[CHUNK_BYTES];
  private final ByteBuffer chunk = buffer(bytes);

  /** Creates a file, or replaces it. */
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
    while (chunk.hasRemaining()) {
      long unused = file.write(new ByteBuffer[] {header, chunk});
    }
    chunk.clear();
  }

  /** Writes the last chunk. */
  public void finish() throws IOException {
    write();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

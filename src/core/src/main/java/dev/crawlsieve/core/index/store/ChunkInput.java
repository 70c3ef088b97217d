package dev.crawlsieve.core.index.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a file that {@link ChunkOutput} has written. No value is returned before the checksum of
 * its chunk is verified.
 */
final class ChunkInput implements AutoCloseable {

  private final FileChannel file;
  private final ByteBuffer header = ChunkOutput.buffer(new byte[ChunkOutput.HEADER_BYTES]);
  private final byte[] bytes = new byte[ChunkOutput.CHUNK_BYTES];
  private final ByteBuffer chunk = ChunkOutput.buffer(bytes).limit(0);

  public ChunkInput(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.READ);
  }

  public int getInt() throws IOException {
    need();
    return chunk.getInt();
  }

  public long getLong() throws IOException {
    need();
    return chunk.getLong();
  }

  public byte[] getBytes() throws IOException {
    byte[] values = new byte[getInt()];
    for (int from = 0; from < values.length; ) {
      need();
      int some = Math.min(values.length - from, chunk.remaining());
      chunk.get(values, from, some);
      from += some;
    }
    return values;
  }

  public void getLongs(long[] values, int count) throws IOException {
    for (int from = 0; from < count; ) {
      need();
      int some = Math.min(count - from, chunk.remaining() / Long.BYTES);
      chunk.asLongBuffer().get(values, from, some);
      chunk.position(chunk.position() + some * Long.BYTES);
      from += some;
    }
  }

  private void need() throws IOException {
    if (!chunk.hasRemaining()) {
      read();
    }
  }

  private void read() throws IOException {
    fill(header.clear());
    int length = header.getInt();
    long checksum = header.getLong();
    if (length <= 0 || length > bytes.length) {
      throw new IOException("a chunk of " + length + " bytes");
    }
    fill(chunk.clear().limit(length));
    if (ChunkOutput.CHECKSUM.hashBytesToLong(bytes, 0, length) != checksum) {
      throw new IOException("a chunk whose checksum is wrong");
    }
  }

  private void fill(ByteBuffer to) throws IOException {
    while (to.hasRemaining()) {
      if (file.read(to) < 0) {
        throw new EOFException("the file ends in a chunk");
      }
    }
    to.flip();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

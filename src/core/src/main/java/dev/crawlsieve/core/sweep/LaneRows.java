package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A few numbers for each record of a lane, in a file of which a bounded part is on the heap.
 * Records are written and read nearly in order. Not thread-safe.
 */
final class LaneRows implements AutoCloseable {

  /** A row; all its numbers are 0 until they are put. */
  record Row(int state, int partition, long first, long second) {}

  private static final int ROW_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;
  private static final int ROWS = 1024; // of a block
  private static final int BLOCKS = 64; // on the heap; the partitions of a topic come in turns

  private final Path path;
  private final FileChannel file;
  private final Map<Long, Block> blocks = new LinkedHashMap<>(BLOCKS, 0.75f, true);
  private Block last;

  private static final class Block {

    private final long number;
    private final ByteBuffer bytes = ByteBuffer.allocate(ROWS * ROW_BYTES);
    private boolean changed;

    private Block(long number) {
      this.number = number;
    }
  }

  /**
   * Rows of zeros.
   *
   * @param path of a new file
   */
  LaneRows(Path path) {
    this.path = path;
    try {
      file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * The row of a record.
   *
   * @param number of the record, from 0
   */
  Row get(long number) {
    ByteBuffer bytes = block(number).bytes;
    int at = at(number);
    return new Row(
        bytes.getInt(at),
        bytes.getInt(at + Integer.BYTES),
        bytes.getLong(at + 2 * Integer.BYTES),
        bytes.getLong(at + 2 * Integer.BYTES + Long.BYTES));
  }

  /** Replaces the row of a record. */
  void put(long number, Row row) {
    Block block = block(number);
    int at = at(number);
    block.bytes.putInt(at, row.state());
    block.bytes.putInt(at + Integer.BYTES, row.partition());
    block.bytes.putLong(at + 2 * Integer.BYTES, row.first());
    block.bytes.putLong(at + 2 * Integer.BYTES + Long.BYTES, row.second());
    block.changed = true;
  }

  private static int at(long number) {
    return (int) (number % ROWS) * ROW_BYTES;
  }

  private Block block(long row) {
    long number = row / ROWS;
    if (last == null || last.number != number) {
      last = blocks.get(number);
      if (last == null) {
        last = read(number);
        blocks.put(number, last);
      }
    }
    return last;
  }

  private Block read(long number) {
    try {
      if (blocks.size() == BLOCKS) {
        Block oldest = blocks.remove(blocks.keySet().iterator().next());
        write(oldest);
      }
      Block block = new Block(number);
      ByteBuffer to = block.bytes.duplicate();
      long from = number * block.bytes.capacity();
      while (to.hasRemaining() && file.read(to, from + to.position()) >= 0) {
        // what is behind the end are zeros
      }
      return block;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void write(Block block) throws IOException {
    ByteBuffer from = block.bytes.duplicate();
    long to = block.number * block.bytes.capacity();
    while (block.changed && from.hasRemaining()) {
      int unused = file.write(from, to + from.position());
    }
  }

  private SieveException failed(IOException e) {
    return new SieveException("the temporary file " + path + " cannot be used: " + e, e);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }
}

package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A few numbers for each record of a lane, in a mapped file: the system keeps as much in memory as
 * there is room for. Not thread-safe.
 */
final class LaneRows {

  /** A row; all its numbers are 0 until they are put. */
  record Row(int state, int partition, long first, long second) {}

  private static final int ROW_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;
  private static final int ROWS = 1 << 16; // of a part
  private static final int PART_BYTES = ROWS * ROW_BYTES;

  private final List<ByteBuffer> parts = new ArrayList<>();

  /**
   * Rows of zeros.
   *
   * @param path of a new file
   * @throws SieveException if it cannot be written
   */
  LaneRows(Path path, long records) {
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocate(PART_BYTES);
      for (long from = 0; from < records * ROW_BYTES; from += PART_BYTES) {
        // written, because a full disk cannot be reported once a hole of a file is mapped
        for (zeros.clear(); zeros.hasRemaining(); ) {
          int unused = file.write(zeros);
        }
        parts.add(file.map(FileChannel.MapMode.READ_WRITE, from, PART_BYTES));
      }
    } catch (IOException e) {
      throw new SieveException("the temporary file " + path + " cannot be used: " + e, e);
    }
  }

  /**
   * The row of a record.
   *
   * @param number of the record, from 0
   */
  Row get(long number) {
    ByteBuffer part = part(number);
    int at = at(number);
    return new Row(
        part.getInt(at),
        part.getInt(at + Integer.BYTES),
        part.getLong(at + 2 * Integer.BYTES),
        part.getLong(at + 2 * Integer.BYTES + Long.BYTES));
  }

  /** Replaces the row of a record. */
  void put(long number, Row row) {
    ByteBuffer part = part(number);
    int at = at(number);
    part.putInt(at, row.state());
    part.putInt(at + Integer.BYTES, row.partition());
    part.putLong(at + 2 * Integer.BYTES, row.first());
    part.putLong(at + 2 * Integer.BYTES + Long.BYTES, row.second());
  }

  private ByteBuffer part(long number) {
    return parts.get((int) (number / ROWS));
  }

  private static int at(long number) {
    return (int) (number % ROWS) * ROW_BYTES;
  }
}

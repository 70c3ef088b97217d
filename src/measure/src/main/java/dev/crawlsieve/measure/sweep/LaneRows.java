package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A few numbers for each record of a lane, in a mapped file: the system keeps as much in memory as
 * there is room for. All are 0 until they are put. Not thread-safe.
 */
final class LaneRows {

  private static final int ROWS = 1 << 16; // of a part

  private final int longs;
  private final List<LongBuffer> parts = new ArrayList<>();

  /**
   * Rows of zeros.
   *
   * @param path of a new file
   * @param longs the numbers of a row
   * @throws SieveException if it cannot be written
   */
  LaneRows(Path path, long records, int longs) {
    this.longs = longs;
    int partBytes = ROWS * longs * Long.BYTES;
    try (FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocate(partBytes);
      for (long from = 0; from < records; from += ROWS) {
        // written, because a full disk cannot be reported once a hole of a file is mapped
        for (zeros.clear(); zeros.hasRemaining(); ) {
          int unused = file.write(zeros);
        }
        long start = from * longs * Long.BYTES;
        parts.add(file.map(FileChannel.MapMode.READ_WRITE, start, partBytes).asLongBuffer());
      }
    } catch (IOException e) {
      throw new SieveException("the temporary file " + path + " cannot be used: " + e, e);
    }
  }

  /**
   * A number of a row.
   *
   * @param row from 0
   */
  long get(long row, int column) {
    return part(row).get(at(row, column));
  }

  /** Replaces a number of a row. */
  void put(long row, int column, long value) {
    LongBuffer unused = part(row).put(at(row, column), value);
  }

  private LongBuffer part(long row) {
    return parts.get((int) (row / ROWS));
  }

  private int at(long row, int column) {
    return (int) (row % ROWS) * longs + column;
  }
}

package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of a few numbers for each record of a lane, in a mapped file. The system keeps as much of
 * it in memory as there is room for. Numbers are 0 until they are put. Not thread-safe.
 */
final class LaneRows {

  private static final int ROWS = 1 << 16; // of each part

  private final int longs;
  private final List<LongBuffer> parts = new ArrayList<>();

  /**
   * Creates rows of zeros.
   *
   * @param path path of a new file
   * @param longs number of longs in a row
   * @throws SieveException if the file cannot be written
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
        // zeros are written: if a sparse file were mapped, a full disk could not be reported
        for (zeros.clear(); zeros.hasRemaining(); ) {
          file.write(zeros);
        }
        long start = from * longs * Long.BYTES;
        parts.add(file.map(FileChannel.MapMode.READ_WRITE, start, partBytes).asLongBuffer());
      }
    } catch (IOException e) {
      throw new SieveException("the temporary file " + path + " cannot be used: " + e, e);
    }
  }

  /**
   * A number in a row.
   *
   * @param row number of the row, from 0
   */
  long get(long row, int column) {
    return part(row).get(at(row, column));
  }

  /** Replaces a number in a row. */
  void put(long row, int column, long value) {
    part(row).put(at(row, column), value);
  }

  private LongBuffer part(long row) {
    return parts.get((int) (row / ROWS));
  }

  private int at(long row, int column) {
    return (int) (row % ROWS) * longs + column;
  }
}

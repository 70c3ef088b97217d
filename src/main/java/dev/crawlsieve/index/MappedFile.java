package dev.crawlsieve.index;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that no longer changes, read in place from the operating system's cache; little-endian.
 *
 * <p>Any threads may read. The mapping goes with the object, so nobody must read what may have been
 * truncated.
 */
final class MappedFile {

  // A mapping is at most 2 GiB, so there are windows; numbers are aligned and lie within one.
  private static final int WINDOW_BITS = 30;
  private static final long WINDOW = 1L << WINDOW_BITS;

  private final MappedByteBuffer[] windows;
  private final long bytes;

  private MappedFile(MappedByteBuffer[] windows, long bytes) {
    this.windows = windows;
    this.bytes = bytes;
  }

  static MappedFile open(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long bytes = channel.size();
      MappedByteBuffer[] windows = new MappedByteBuffer[(int) ((bytes + WINDOW - 1) / WINDOW)];
      for (int i = 0; i < windows.length; i++) {
        long from = i * WINDOW;
        windows[i] =
            channel.map(FileChannel.MapMode.READ_ONLY, from, Math.min(WINDOW, bytes - from));
        windows[i].order(ByteOrder.LITTLE_ENDIAN);
      }
      return new MappedFile(windows, bytes);
    }
  }

  int intAt(long at) {
    return windows[(int) (at >>> WINDOW_BITS)].getInt((int) (at & (WINDOW - 1)));
  }

  long longAt(long at) {
    return windows[(int) (at >>> WINDOW_BITS)].getLong((int) (at & (WINDOW - 1)));
  }

  /** Length of the file. */
  long bytes() {
    return bytes;
  }
}

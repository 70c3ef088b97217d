package dev.crawlsieve.chaos;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * Somebody who writes to the same disk as brokers and instances, and has every piece forced to it:
 * what else is written there has to wait. That makes a disk slow without any rights.
 */
final class DiskNeighbour {

  /** What lies on the disk at most; then it begins again at the front. */
  private static final long FILE_BYTES = 256L << 20;

  private static final int PIECE_BYTES = 4 << 20;

  private DiskNeighbour() {}

  /**
   * Writes for a while, and removes what was written.
   *
   * @param folder on that disk
   * @return how many bytes were written
   */
  static long write(Path folder, long millis, Stopping stopping) throws InterruptedException {
    Path file = folder.resolve("neighbour");
    byte[] noise = new byte[PIECE_BYTES];
    new SplittableRandom(millis).nextBytes(noise);
    long end = System.nanoTime() + millis * 1_000_000;
    long written = 0;
    try {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        while (System.nanoTime() < end) {
          ByteBuffer piece = ByteBuffer.wrap(noise);
          while (piece.hasRemaining()) {
            written += channel.write(piece, written % FILE_BYTES);
          }
          channel.force(true);
          stopping.sleep(0);
        }
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new SieveException("the disk cannot be made slow: " + e, e);
    }
    return written;
  }
}

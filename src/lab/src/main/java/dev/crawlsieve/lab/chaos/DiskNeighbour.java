package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * Writes to the same disk as brokers and instances, and forces every piece to it, so that their
 * writes have to wait. This slows a disk down without special permissions.
 */
final class DiskNeighbour {

  /** Maximum size of the file; after that, writing starts again at its beginning. */
  private static final long FILE_BYTES = 256L << 20;

  private static final int PIECE_BYTES = 4 << 20;

  private DiskNeighbour() {}

  /**
   * Writes for a while, and removes what was written.
   *
   * @param folder on that disk
   * @return number of bytes written
   */
  static long write(Path folder, long millis, Stoppable stopping) throws InterruptedException {
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

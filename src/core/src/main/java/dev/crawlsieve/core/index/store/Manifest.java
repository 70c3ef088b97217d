package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.DamagedIndexException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Detects the one kind of damage to a MANIFEST, RocksDB's log of its files, that makes RocksDB
 * hang. In a log that is not recycled, its reader never gets past a header that marks a record of a
 * <em>recycled</em> log (facebook/rocksdb, issue 13333); one flipped bit turns any other header
 * into one of these.
 *
 * <p>A log consists of blocks of 32 KiB, and a block of records: checksum (4 bytes), length (2
 * bytes), type (1 byte), then {@code length} bytes. All other damage is left for RocksDB to find.
 */
final class Manifest {

  private static final int BLOCK_BYTES = 32 << 10;
  private static final int HEADER_BYTES = 7;
  private static final int LENGTH_AT = 4;
  private static final int TYPE_AT = 6;

  /**
   * Types of records in recycled logs: parts of records, sizes of timestamps, and the predecessor
   * log.
   */
  private static final Set<Integer> RECYCLED = Set.of(5, 6, 7, 8, 11, 131);

  private Manifest() {}

  /**
   * Checks the MANIFEST of a folder, if there is one.
   *
   * @throws DamagedIndexException if RocksDB would never return from reading it
   */
  static void check(Path folder) throws IOException {
    try (DirectoryStream<Path> manifests = Files.newDirectoryStream(folder, "MANIFEST-*")) {
      for (Path manifest : manifests) {
        try (InputStream in = Files.newInputStream(manifest)) {
          byte[] block = in.readNBytes(BLOCK_BYTES);
          while (block.length > 0) {
            check(ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN), manifest);
            block = in.readNBytes(BLOCK_BYTES);
          }
        }
      }
    }
  }

  private static void check(ByteBuffer block, Path manifest) {
    while (block.remaining() >= HEADER_BYTES) {
      int at = block.position();
      if (RECYCLED.contains(block.get(at + TYPE_AT) & 0xff)) {
        throw new DamagedIndexException(
            "cannot open the index: " + manifest + " has a record of a type that it cannot have",
            null);
      }
      int bytes = HEADER_BYTES + (block.getShort(at + LENGTH_AT) & 0xffff);
      block.position(at + Math.min(bytes, block.remaining()));
    }
  }
}

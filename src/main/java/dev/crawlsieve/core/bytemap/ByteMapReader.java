package dev.crawlsieve.core.bytemap;

import java.util.function.BiConsumer;

/** An ordered map of bytes, to read from; keys are ordered as unsigned bytes. */
public interface ByteMapReader {

  /** The value under a key, or null. */
  byte[] get(byte[] key);

  /**
   * All entries whose keys start with a prefix, in order.
   *
   * @param prefix with a byte below 255
   * @param visitor must not change the map
   */
  void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor);
}

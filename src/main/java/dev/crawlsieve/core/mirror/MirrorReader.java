package dev.crawlsieve.core.mirror;

import java.util.function.BiConsumer;

/** An ordered map of bytes, to read from; keys are ordered as unsigned bytes. */
public interface MirrorReader {

  /** The value under a key, or null. */
  byte[] get(byte[] key);

  /**
   * All entries whose keys start with a prefix, in order.
   *
   * @param visitor must not change the store
   */
  void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor);
}

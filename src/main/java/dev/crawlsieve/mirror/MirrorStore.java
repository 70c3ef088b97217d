package dev.crawlsieve.mirror;

import java.util.function.BiConsumer;

/** An ordered map of bytes, in which all is kept; keys are ordered as unsigned bytes. */
public interface MirrorStore {

  /** The value under a key, or null. */
  byte[] get(byte[] key);

  /** Puts a value under a key. */
  void put(byte[] key, byte[] value);

  /** Takes a key out. */
  void delete(byte[] key);

  /**
   * All entries whose keys start with a prefix, in order.
   *
   * @param visitor must not change the store
   */
  void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor);

  /** The last key that starts with a prefix, or null. */
  byte[] last(byte[] prefix);
}

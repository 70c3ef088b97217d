package dev.crawlsieve.core.bytemap;

import org.jspecify.annotations.Nullable;

/** An ordered map from byte keys to byte values. */
public interface ByteMap extends ByteMapReader {

  /** Stores a value under a key, replacing any value it had. */
  void put(byte[] key, byte[] value);

  /** Removes a key. */
  void delete(byte[] key);

  /**
   * The last key that starts with a prefix; null if there is none.
   *
   * @param prefix must contain a byte below 255
   */
  byte @Nullable [] last(byte[] prefix);
}

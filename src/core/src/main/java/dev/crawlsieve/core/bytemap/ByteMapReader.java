package dev.crawlsieve.core.bytemap;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A read-only view of an ordered map from bytes to bytes. Keys are ordered as unsigned bytes. */
public interface ByteMapReader {

  /** The value of a key; null if there is none. */
  byte @Nullable [] get(byte[] key);

  /**
   * Visits all entries whose keys start with a prefix, in order.
   *
   * @param prefix must contain a byte below 255
   * @param visitor must not change the map
   */
  void scan(byte[] prefix, BiConsumer<byte[], byte[]> visitor);
}

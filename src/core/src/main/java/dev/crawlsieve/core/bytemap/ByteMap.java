package dev.crawlsieve.core.bytemap;

/** An ordered map from byte keys to byte values. */
public interface ByteMap extends ByteMapReader {

  /** Stores a value under a key, replacing any value it had. */
  void put(byte[] key, byte[] value);

  /** Removes a key. */
  void delete(byte[] key);
}

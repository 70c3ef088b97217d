package dev.crawlsieve.core.bytemap;

/** An ordered map of bytes. */
public interface ByteMap extends ByteMapReader {

  /** Puts a value under a key. */
  void put(byte[] key, byte[] value);

  /** Takes a key out. */
  void delete(byte[] key);
}

package dev.crawlsieve.core.mirror;

/** An ordered map of bytes that holds everything learned. */
public interface MirrorStore extends MirrorReader {

  /** Puts a value under a key. */
  void put(byte[] key, byte[] value);

  /** Takes a key out. */
  void delete(byte[] key);

  /** The last key that starts with a prefix, or null. */
  byte[] last(byte[] prefix);
}

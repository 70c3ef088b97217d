package dev.crawlsieve.core.bytemap;

import java.util.Arrays;

/** The range of keys that start with a prefix. */
public final class Prefix {

  private Prefix() {}

  /**
   * The smallest key that is greater than all keys with this prefix, which must contain a byte
   * below 255.
   */
  public static byte[] after(byte[] prefix) {
    int length = prefix.length;
    while (prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  /** Whether a key starts with a prefix. */
  public static boolean starts(byte[] prefix, byte[] key) {
    return key.length >= prefix.length
        && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }
}

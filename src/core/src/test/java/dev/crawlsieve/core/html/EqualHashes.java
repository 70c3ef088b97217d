package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.crawlsieve.core.text.EightAscii;
import java.math.BigInteger;

/**
 * Values of attributes that {@link Bytes#hash} does not tell apart, as the author of a hostile page
 * finds them: each step of the hash can be undone.
 */
public final class EqualHashes {

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final long INVERSE =
      BigInteger.valueOf(MULTIPLIER).modInverse(BigInteger.ONE.shiftLeft(64)).longValue();

  private EqualHashes() {}

  /**
   * {@return a value that begins with a word and a blank, has the hash of another value, and can
   * stand in quotes}
   *
   * @param word up to seven letters
   */
  public static String of(String word, String other) {
    byte[] value = new byte[24];
    byte[] start = (word + " ").getBytes(US_ASCII);
    long wanted = hash(other.getBytes(US_ASCII));
    for (int number = 0; ; number++) {
      byte[] filling =
          String.format("%-8s%8x", new String(start, US_ASCII), number).getBytes(US_ASCII);
      System.arraycopy(filling, 0, value, 0, filling.length);
      EightAscii.store(value, 16, last(value, wanted));
      if (canStandInQuotes(value)) {
        if (hash(value) != wanted) {
          throw new AssertionError("Bytes.hash is no longer the one that is undone here");
        }
        return new String(value, US_ASCII);
      }
    }
  }

  private static long hash(byte[] value) {
    return Bytes.hash(value, 0, value.length);
  }

  /** The last eight bytes of a value of 24 that give it a hash. */
  private static long last(byte[] value, long wanted) {
    long state = value.length * MULTIPLIER;
    for (int at = 0; at < 16; at += 8) {
      state = (state ^ EightAscii.load(value, at)) * MULTIPLIER;
      state ^= state >>> 29;
    }
    long end = wanted ^ (wanted >>> 32);
    end ^= (end >>> 29) ^ (end >>> 58);
    return (end * INVERSE) ^ state;
  }

  private static boolean canStandInQuotes(byte[] value) {
    for (byte c : value) {
      if (c < ' ' || c == '"' || c == '&' || c == 0x7f) {
        return false;
      }
    }
    return true;
  }
}

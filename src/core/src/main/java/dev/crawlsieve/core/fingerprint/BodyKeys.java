package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.text.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * Computes keys of 128 bits. Two pages have the same key only if their bodies, and everything else
 * that a {@link BodyReading} depends on, are the same. Thread-safe.
 */
final class BodyKeys {

  // SHA-256 over the whole body would take a twentieth of the time of sieve. So it is taken over 16
  // bytes for each block of a kilobyte: the block's NH, a sum of products with secret numbers
  // (Black et al.: UMAC, CRYPTO 1999), which reads ten bytes a nanosecond. Two blocks that differ
  // have the same NH with a probability of 2^-63 even if an attacker chose them, since the numbers
  // are drawn at random here and never shown. This also holds for signed products whose halves are
  // summed separately. Proof: take a pair in which x and x' differ, and fix everything but its
  // factor y. Then (x - x') * y must be one of two values modulo 2^128, and no two y give the same
  // value, since they are less than 2^64 apart.

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BLOCK = 1 << 10;
  private static final int BLOCK_HASH = 2 * Long.BYTES;

  private final long[] secret = new long[BLOCK / Long.BYTES];

  /** Draws the secret numbers; keys of two instances cannot be compared. */
  BodyKeys() {
    SecureRandom random = new SecureRandom();
    for (int i = 0; i < secret.length; i++) {
      secret[i] = random.nextLong();
    }
  }

  /**
   * The key of a page's body and of everything else that its reading depends on.
   *
   * @param settings hash of the settings
   */
  ContentHash of(Page page, int settings) {
    byte[] body = page.body().bytes();
    byte[] hashes = new byte[BLOCK_HASH * (body.length / BLOCK)];
    for (int at = 0, to = 0; to < hashes.length; at += BLOCK, to += BLOCK_HASH) {
      hash(body, at, hashes, to);
    }
    MessageDigest all = Sha256.digest();
    int form = (page.body().isText() ? 1 : 0) | (page.bytes() ? 2 : 0);
    all.update(ByteBuffer.allocate(12).putInt(settings).putInt(form).putInt(body.length).flip());
    all.update(hashes);
    all.update(body, body.length / BLOCK * BLOCK, body.length % BLOCK);
    add(all, page.type().type());
    add(all, page.type().charset());
    add(all, page.language());
    add(all, page.title());
    add(all, page.canonical());
    ByteBuffer digest = ByteBuffer.wrap(all.digest());
    return new ContentHash(digest.getLong(), digest.getLong());
  }

  private void hash(byte[] body, int at, byte[] to, int toAt) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < secret.length; i += 2) {
      long x = (long) LONGS.get(body, at + Long.BYTES * i) + secret[i];
      long y = (long) LONGS.get(body, at + Long.BYTES * (i + 1)) + secret[i + 1];
      low += x * y;
      high += Math.multiplyHigh(x, y);
    }
    LONGS.set(to, toAt, low);
    LONGS.set(to, toAt + Long.BYTES, high);
  }

  private static void add(MessageDigest all, String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    all.update(ByteBuffer.allocate(Integer.BYTES).putInt(utf8.length).flip());
    all.update(utf8);
  }
}

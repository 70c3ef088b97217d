package dev.crawlsieve.core.index;

import dev.crawlsieve.core.text.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the keys of scopes; consecutive pages of a scope are hashed once. Not thread-safe. */
public final class ScopeKeys {

  private final MessageDigest sha256 = Sha256.digest();
  private byte[] lastName = {};
  private @Nullable ScopeKey last;

  /**
   * The key of a scope. It is stored, so the function must never change.
   *
   * @param name the scope's name, the key of its fingerprints
   */
  public ScopeKey of(byte[] name) {
    if (last == null || !Arrays.equals(name, lastName)) {
      ByteBuffer hash = ByteBuffer.wrap(sha256.digest(name));
      lastName = name.clone();
      last = new ScopeKey(hash.getLong(), hash.getLong());
    }
    return last;
  }
}

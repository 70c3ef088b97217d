package dev.crawlsieve.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.Sha256;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A secret that goes into the hashes of tokens and shingles, and through them into SimHash and
 * sketch. Without a seed, these are the same everywhere, and the author of a page can compute which
 * page it will be taken for a copy of.
 *
 * <p>Fingerprints made with different seeds cannot be compared. So the seed's hash is one of the
 * settings that decide. Logs record the hash, never the seed itself: no method returns the seed,
 * and {@link #toString} does not show it.
 *
 * <p>A seed protects against an author who does not know it and computes in advance. It is not
 * encryption: someone who reads the fingerprints of known pages, or can ask for any number of
 * similarities, learns about the hashes, if not the seed.
 */
public final class FingerprintSeed {

  /** The setting's name. */
  public static final String SETTING = "fingerprint.seed";

  /** No seed: the hashes are those of every crawlsieve without one. */
  public static final FingerprintSeed NONE = new FingerprintSeed(null, "");

  /** The fewest characters of a seed: a shorter one can be guessed from its hash. */
  public static final int LEAST = 16;

  private static final int KEYS = 3;
  private static final String DIGEST_PREFIX = "sha256:";
  private static final Pattern DIGEST = Pattern.compile(DIGEST_PREFIX + "[0-9a-f]{16}");

  private final byte @Nullable [] secret; // null if there is none, or only its hash is known
  private final String digest;

  private FingerprintSeed(byte @Nullable [] secret, String digest) {
    this.secret = secret;
    this.digest = digest;
  }

  /**
   * {@return the seed that a setting gives} The setting is empty for no seed, a secret, or, in
   * place of the secret, the {@link #digest} that a generation has recorded.
   *
   * @param setting a secret has 16 characters or more, not counting blanks around it; {@code
   *     openssl rand -base64 32} makes one
   * @throws IllegalArgumentException if the setting is too short, or begins like a digest and is
   *     not one
   */
  public static FingerprintSeed of(String setting) {
    String seed = setting.strip();
    if (seed.isEmpty()) {
      return NONE;
    }
    if (seed.startsWith(DIGEST_PREFIX)) {
      if (!DIGEST.matcher(seed).matches()) {
        throw new IllegalArgumentException(
            SETTING
                + " begins with "
                + DIGEST_PREFIX
                + ", must then be a recorded hash: 16 hex digits in lower case");
      }
      return new FingerprintSeed(null, seed);
    }
    if (seed.length() < LEAST) {
      throw new IllegalArgumentException(
          SETTING + " has " + seed.length() + " characters, must be empty or at least " + LEAST);
    }
    byte[] secret = seed.getBytes(UTF_8);
    return new FingerprintSeed(secret, DIGEST_PREFIX + hex(hash("digest", secret)));
  }

  private static byte[] hash(String use, byte[] secret) {
    var sha256 = Sha256.digest();
    sha256.update(("crawlsieve " + SETTING + ", " + use + "\n").getBytes(UTF_8));
    return sha256.digest(secret);
  }

  private static String hex(byte[] hash) {
    return String.format("%016x", ByteBuffer.wrap(hash).getLong());
  }

  /** {@return whether there is a seed, even if only its hash is known} */
  public boolean given() {
    return !digest.isEmpty();
  }

  /** {@return its hash, {@code sha256:} and 16 hex digits; empty if there is no seed} */
  public String digest() {
    return digest;
  }

  /**
   * Checks that fingerprints can be made with this seed.
   *
   * @throws SettingsException if only the hash of the seed is known
   */
  public void ensureKnown() {
    if (given() && secret == null) {
      throw new SettingsException(
          "the fingerprints are made with a "
              + SETTING
              + " of which only the hash is recorded ("
              + digest
              + "): give the seed itself, in a file that is passed with --config");
    }
  }

  /**
   * {@return the three 64-bit keys made from it; none without a seed}
   *
   * @throws SettingsException if only the hash of the seed is known
   */
  public long[] keys() {
    ensureKnown();
    if (secret == null) {
      return new long[0];
    }
    long[] keys = new long[KEYS];
    ByteBuffer.wrap(hash("keys", secret)).asLongBuffer().get(keys);
    return keys;
  }

  /**
   * {@return the hash of settings and seed; without a seed, that of the settings}
   *
   * @param settings the hash of the other settings that decide what a fingerprint holds
   */
  public int hash(int settings) {
    return given()
        ? SettingsHash.of(
            new TreeMap<>(Map.of(SETTING, digest, "others", Integer.toHexString(settings))))
        : settings;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FingerprintSeed that && digest.equals(that.digest);
  }

  @Override
  public int hashCode() {
    return digest.hashCode();
  }

  /** {@return its hash} */
  @Override
  public String toString() {
    return digest;
  }
}

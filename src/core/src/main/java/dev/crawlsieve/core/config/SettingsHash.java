package dev.crawlsieve.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SortedMap;

/** Tells settings apart: the first 32 bits of a SHA-256. Stored, so it never changes. */
public final class SettingsHash {

  private SettingsHash() {}

  /**
   * The hash of settings.
   *
   * @param settings their names and values
   */
  public static int of(SortedMap<String, String> settings) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(settings.toString().getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getInt();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

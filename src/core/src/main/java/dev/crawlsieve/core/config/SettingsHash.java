package dev.crawlsieve.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.text.Sha256;
import java.nio.ByteBuffer;
import java.util.SortedMap;

/**
 * A hash that tells settings apart: the first 32 bits of a SHA-256. It is stored, so the function
 * must never change.
 */
public final class SettingsHash {

  private SettingsHash() {}

  /**
   * The hash of settings.
   *
   * @param settings their names and values
   */
  public static int of(SortedMap<String, String> settings) {
    return ByteBuffer.wrap(Sha256.digest().digest(settings.toString().getBytes(UTF_8))).getInt();
  }
}

package dev.crawlsieve.files.input;

import java.io.ByteArrayOutputStream;

/** The beginning of a rejected block, up to {@link Limits#KEPT_BYTES}. */
final class Kept {

  private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

  void add(byte[] bytes, int from, int length) {
    beginning.write(bytes, from, Math.min(length, Limits.KEPT_BYTES - beginning.size()));
  }

  byte[] bytes() {
    return beginning.toByteArray();
  }
}

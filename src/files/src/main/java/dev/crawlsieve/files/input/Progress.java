package dev.crawlsieve.files.input;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** How far reading has got, and what was skipped; shared by the sources of one run. */
final class Progress {

  private final Map<String, Long> skipped = new TreeMap<>();
  private long bytesRead;
  private long damaged;

  void read(long bytes) {
    bytesRead += bytes;
  }

  void skip(String reason) {
    skipped.merge(reason, 1L, Long::sum);
  }

  /** Counts a stretch of an input that could not be read. */
  void damage() {
    damaged++;
  }

  long damaged() {
    return damaged;
  }

  long bytesRead() {
    return bytesRead;
  }

  Map<String, Long> skipped() {
    return Collections.unmodifiableMap(skipped);
  }
}

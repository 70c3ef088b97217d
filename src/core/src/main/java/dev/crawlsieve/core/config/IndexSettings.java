package dev.crawlsieve.core.config;

import java.util.Objects;
import java.util.SortedMap;

/**
 * The layout and limits of one lane's index.
 *
 * @param detector which leaders match a page
 * @param rule which leaders a page is compared with at all
 * @param expectedLeaders number of leaders for which the tables are laid out, at least 1; if an
 *     index has more when it is opened, its tables are laid out for these
 * @param memoryBytes bound on the heap that one lane's tables, filters and records take, in bytes,
 *     at least 64 KiB
 */
public record IndexSettings(
    DetectorSettings detector, RuleSettings rule, long expectedLeaders, long memoryBytes) {

  private static final long LEAST_MEMORY_BYTES = 1 << 16;

  /** The default detector under the default rule, a million leaders, 512 MiB. */
  public static final IndexSettings DEFAULT =
      new IndexSettings(DetectorSettings.DEFAULT, 1_000_000, 512L << 20);

  public IndexSettings {
    Objects.requireNonNull(detector, "detector");
    Objects.requireNonNull(rule, "rule");
    if (expectedLeaders < 1) {
      throw new IllegalArgumentException(
          "index.expected.leaders is " + expectedLeaders + ", must be at least 1");
    }
    if (memoryBytes < LEAST_MEMORY_BYTES) {
      throw new IllegalArgumentException(
          "index.memory.bytes is " + memoryBytes + ", must be at least " + LEAST_MEMORY_BYTES);
    }
  }

  /**
   * An index under the default rule.
   *
   * @param detector which leaders match a page
   * @param expectedLeaders number of leaders for which the tables are laid out, at least 1; if an
   *     index has more when it is opened, its tables are laid out for these
   * @param memoryBytes memory bound in bytes, at least 64 KiB
   */
  public IndexSettings(DetectorSettings detector, long expectedLeaders, long memoryBytes) {
    this(detector, RuleSettings.DEFAULT, expectedLeaders, memoryBytes);
  }

  /**
   * {@return the same index with at most this much memory}
   *
   * @param bytes memory bound in bytes; less than 64 KiB counts as 64 KiB
   */
  public IndexSettings within(long bytes) {
    return new IndexSettings(
        detector,
        rule,
        expectedLeaders,
        Math.max(LEAST_MEMORY_BYTES, Math.min(memoryBytes, bytes)));
  }

  /**
   * {@return the default memory bound for a lane's index: half of the heap, divided by the number
   * of lanes whose index or standby one instance may have to hold}
   *
   * @param heapBytes maximum size of the heap
   * @param lanes number of lanes, at least 1
   */
  public static long shareOf(long heapBytes, int lanes) {
    return Math.max(LEAST_MEMORY_BYTES, heapBytes / 2 / lanes);
  }

  /** {@return the names and values of the settings that decide verdicts} */
  public SortedMap<String, String> decisive() {
    SortedMap<String, String> decisive = detector.decisive();
    decisive.putAll(rule.decisive());
    return decisive;
  }
}

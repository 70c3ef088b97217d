package dev.crawlsieve.core.work;

import java.util.Locale;

/** Checks before a replay starts whether its data fits into the heap. */
public final class HeapBound {

  /**
   * The share of the heap available to tables; the rest is for reading and for the garbage
   * collector.
   */
  private static final double SHARE = 0.8;

  private HeapBound() {}

  /** For example "at most 12 MB of the heap's 5,358 MB". */
  public static String text(long bytes) {
    return String.format(
        Locale.ROOT, "at most %,d MB of the heap's %,d MB", bytes >> 20, heap() >> 20);
  }

  /** Whether this many bytes fit. */
  public static boolean fits(long bytes) {
    return bytes <= SHARE * heap();
  }

  /** How to get a heap that is large enough, for example {@code JAVA_OPTS=-Xmx4096m}. */
  public static String remedy(long bytes) {
    return String.format(Locale.ROOT, "JAVA_OPTS=-Xmx%dm", (long) (bytes / SHARE / (1 << 20)) + 64);
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }
}

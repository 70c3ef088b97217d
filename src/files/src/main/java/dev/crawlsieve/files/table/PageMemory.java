package dev.crawlsieve.files.table;

import java.io.IOException;

/** Bounds the memory that all open pages of a file take together. Their headers are not trusted. */
final class PageMemory {

  /** Pages may take one part in this many of the heap. */
  private static final int SHARE = 4;

  private final long most;
  private long taken;

  PageMemory() {
    this(Runtime.getRuntime().maxMemory() / SHARE);
  }

  /**
   * @param most bound in bytes
   */
  PageMemory(long most) {
    this.most = most;
  }

  /** The memory of one column. */
  static final class Share {
    private long largest;
  }

  /** A column's share, which is as large as its largest page so far. */
  Share share() {
    return new Share();
  }

  /** Resets all shares, when all columns begin again. */
  void clear() {
    taken = 0;
  }

  /**
   * Allows a page of a column.
   *
   * @return the page's size
   * @throws IOException if all open pages together would be too large, or the size is negative
   */
  int allow(Share share, int bytes) throws IOException {
    long more = Math.max(0, bytes - share.largest);
    if (bytes < 0 || taken + more > most) {
      throw new IOException(
          "a page of "
              + bytes
              + " bytes is too large: all open pages together may have "
              + most
              + " bytes, a quarter of the heap (JAVA_OPTS=-Xmx…)");
    }
    taken += more;
    share.largest = Math.max(share.largest, bytes);
    return bytes;
  }
}

package dev.crawlsieve.tool.sieve;

/**
 * Bounds the pages between the reader and the files, by their number and by their bytes.
 *
 * <p>A page that is larger than the bound goes alone. The reader holds one more page while it waits
 * for room. Thread-safe.
 */
final class InFlight {

  private final int mostPages;
  private final long mostBytes;
  private int pages;
  private long bytes;
  private int peakPages;
  private long peakBytes;

  /**
   * @param mostPages at least 1
   * @param mostBytes bytes of keys and values together
   */
  InFlight(int mostPages, long mostBytes) {
    this.mostPages = mostPages;
    this.mostBytes = mostBytes;
  }

  /** Takes a page in; waits until there is room. */
  synchronized void enter(long size) throws InterruptedException {
    while (pages > 0 && (pages >= mostPages || bytes + size > mostBytes)) {
      wait();
    }
    pages++;
    bytes += size;
    peakPages = Math.max(peakPages, pages);
    peakBytes = Math.max(peakBytes, bytes);
  }

  /** Lets a page of this size go. */
  synchronized void leave(long size) {
    pages--;
    bytes -= size;
    notifyAll();
  }

  /** Most pages that there were at once. */
  synchronized int peakPages() {
    return peakPages;
  }

  /** Most bytes that there were at once. */
  synchronized long peakBytes() {
    return peakBytes;
  }
}

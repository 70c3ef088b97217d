package dev.crawlsieve.tool.sieve;

/**
 * Bounds the pages between the reader and the files, by number and by bytes.
 *
 * <p>A page larger than the bound goes through alone. The reader holds one more page while it waits
 * for room. Thread-safe.
 */
final class InFlight {

  private static final int PAGES = 1024;
  private static final long MOST_BYTES = 64L << 20;

  private final int mostPages;
  private final long mostBytes;
  private int pages;
  private long bytes;
  private int peakPages;
  private long peakBytes;

  /**
   * @param mostPages at least 1
   * @param mostBytes bytes of pages, as counted by {@link NumberedPage#bytes}
   */
  InFlight(int mostPages, long mostBytes) {
    this.mostPages = mostPages;
    this.mostBytes = mostBytes;
  }

  /** The usual bounds, which suit the heap. */
  static InFlight ofThisHeap() {
    return new InFlight(PAGES, Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }

  /** Adds a page; waits until there is room. */
  synchronized void enter(long size) throws InterruptedException {
    while (pages > 0 && (pages >= mostPages || bytes + size > mostBytes)) {
      wait();
    }
    pages++;
    bytes += size;
    peakPages = Math.max(peakPages, pages);
    peakBytes = Math.max(peakBytes, bytes);
  }

  /** Removes a page of this size. */
  synchronized void leave(long size) {
    pages--;
    bytes -= size;
    notifyAll();
  }

  /** The most pages in flight at any time. */
  synchronized int peakPages() {
    return peakPages;
  }

  /** The most bytes in flight at any time. */
  synchronized long peakBytes() {
    return peakBytes;
  }
}

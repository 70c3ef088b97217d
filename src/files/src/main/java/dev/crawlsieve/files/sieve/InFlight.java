package dev.crawlsieve.files.sieve;

import java.util.concurrent.Semaphore;

/**
 * Bounds the pages between the reader and the files, by number and by bytes.
 *
 * <p>A page larger than the bound passes alone. While the reader waits for room, it holds one more
 * page. Thread-safe, with one reader.
 */
class InFlight {

  /** The most pages between the reader and the files. */
  static final int PAGES = 1024;

  private static final long MOST_BYTES = 64L << 20;

  private final int mostBytes;
  private final Semaphore pages;
  private final Semaphore bytes;

  /**
   * @param mostPages at least 1
   * @param mostBytes bytes of pages, as counted by {@link NumberedPage#bytes}
   */
  InFlight(int mostPages, int mostBytes) {
    this.mostBytes = mostBytes;
    this.pages = new Semaphore(mostPages);
    this.bytes = new Semaphore(mostBytes);
  }

  /** The default bounds, which depend on the size of the heap. */
  static InFlight ofThisHeap() {
    return new InFlight(PAGES, (int) Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 16));
  }

  /** Adds a page; waits until there is room. */
  void enter(long size) throws InterruptedException {
    pages.acquire();
    bytes.acquire(permits(size));
  }

  /** Removes a page of this size. */
  void leave(long size) {
    bytes.release(permits(size));
    pages.release();
  }

  private int permits(long size) {
    return (int) Math.min(size, mostBytes);
  }
}

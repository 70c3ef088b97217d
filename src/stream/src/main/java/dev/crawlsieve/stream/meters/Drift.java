package dev.crawlsieve.stream.meters;

/**
 * Shows whether a lane's pages change, by comparing the share of duplicates, and their distance
 * from what they copy, between the latest pages and those before them. The windows count pages in
 * lane order, so no clock is involved. Thread-safe.
 */
final class Drift {

  /** Stands for the distance of a kept page. */
  static final int KEPT = -1;

  /** Stands for the distance of a dropped page that copies none, as when an override drops it. */
  static final int DROPPED = -2;

  private final byte[] ring;
  private final int window;
  private long pages;
  private final Window last = new Window();
  private final Window before = new Window();

  /**
   * The figures of a window.
   *
   * @param pages how many it holds
   * @param duplicates the share of duplicates, in [0, 1]; NaN if it is empty
   * @param distance mean Hamming distance of duplicates from what they copy, in bits; NaN if there
   *     are none
   */
  record Share(long pages, double duplicates, double distance) {}

  private static final class Window {
    private long pages;
    private long duplicates;
    private long copies;
    private long distance;

    void add(byte page, int sign) {
      pages += sign;
      duplicates += page == KEPT ? 0 : sign;
      if (page >= 0) {
        copies += sign;
        distance += (long) sign * page;
      }
    }

    Share share() {
      return new Share(pages, (double) duplicates / pages, (double) distance / copies);
    }
  }

  /**
   * @param window pages in each of the two windows
   */
  Drift(int window) {
    this.window = window;
    this.ring = new byte[2 * window];
  }

  /**
   * Adds the lane's next page.
   *
   * @param distance from what it copies in bits, 0 to 64; or {@link #KEPT} or {@link #DROPPED}
   */
  synchronized void add(int distance) {
    int at = (int) (pages % ring.length);
    if (pages >= ring.length) {
      before.add(ring[at], -1);
    }
    if (pages >= window) {
      byte aged = ring[(at + window) % ring.length];
      last.add(aged, -1);
      before.add(aged, 1);
    }
    ring[at] = (byte) distance;
    last.add(ring[at], 1);
    pages++;
  }

  /** The last pages. */
  synchronized Share last() {
    return last.share();
  }

  /** The pages before those. */
  synchronized Share before() {
    return before.share();
  }
}

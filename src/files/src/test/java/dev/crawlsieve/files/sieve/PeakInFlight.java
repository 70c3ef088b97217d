package dev.crawlsieve.files.sieve;

/** Notes how many pages and bytes have been in flight at most. */
final class PeakInFlight extends InFlight {

  private int pages;
  private long bytes;
  private int peakPages;
  private long peakBytes;

  PeakInFlight(int mostPages, int mostBytes) {
    super(mostPages, mostBytes);
  }

  @Override
  void enter(long size) throws InterruptedException {
    super.enter(size);
    synchronized (this) {
      peakPages = Math.max(peakPages, ++pages);
      bytes += size;
      peakBytes = Math.max(peakBytes, bytes);
    }
  }

  @Override
  void leave(long size) {
    synchronized (this) {
      pages--;
      bytes -= size;
    }
    super.leave(size);
  }

  synchronized int peakPages() {
    return peakPages;
  }

  synchronized long peakBytes() {
    return peakBytes;
  }
}

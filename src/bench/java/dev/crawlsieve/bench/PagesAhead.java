package dev.crawlsieve.bench;

import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.feed.Producing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Pages of files, read before they are due by a thread of its own: a disk that is busy writing what
 * is measured may take a second for a read.
 */
final class PagesAhead implements AutoCloseable {

  private static final int PAGE_BYTES = 200; // besides its value

  private final int maxBytes;
  private final Semaphore room; // bytes
  private final BlockingQueue<Optional<InputPage>> read = new LinkedBlockingQueue<>(); // empty: end
  private final CountDownLatch full = new CountDownLatch(1);
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-pages-ahead"));
  private final Future<Void> reading;

  /**
   * Begins to read.
   *
   * @param files pages as JSON lines
   * @param maxPageBytes bound on one page
   * @param maxBytes bound on what is held of pages that nobody came for yet, about
   */
  PagesAhead(List<Path> files, int maxPageBytes, int maxBytes) {
    this.maxBytes = maxBytes;
    room = new Semaphore(maxBytes);
    reading = thread.submit(() -> read(files, maxPageBytes));
  }

  private Void read(List<Path> files, int maxPageBytes) throws InputException {
    try (PageFeed feed = PageFeed.open(List.of(new InputGroup(files, null)), maxPageBytes)) {
      for (InputPage page = feed.next(); page != null; page = feed.next()) {
        if (!room.tryAcquire(bytes(page))) {
          full.countDown();
          room.acquire(bytes(page));
        }
        read.add(Optional.of(page));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } finally {
      full.countDown();
      read.add(Optional.empty());
    }
    return null;
  }

  private int bytes(InputPage page) {
    return Math.min(maxBytes, PAGE_BYTES + page.value().length);
  }

  /** Waits until there is no room for more, or all has been read. */
  void awaitFull() throws InterruptedException {
    full.await();
  }

  /**
   * The next page, or null at the end.
   *
   * @throws dev.crawlsieve.core.work.SieveException if the files cannot be read
   */
  InputPage next() throws InterruptedException {
    Optional<InputPage> page = read.take();
    if (page.isEmpty()) {
      read.add(Optional.empty());
      Void unused = Producing.join(reading);
      return null;
    }
    room.release(bytes(page.get()));
    return page.get();
  }

  /** Bytes of pages that are held, about. */
  int heldBytes() {
    return maxBytes - room.availablePermits();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}

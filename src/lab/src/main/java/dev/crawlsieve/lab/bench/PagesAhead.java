package dev.crawlsieve.lab.bench;

import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Producing;
import java.nio.ByteBuffer;
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
import org.jspecify.annotations.Nullable;

/**
 * Pages of files, read before they are due by a thread of its own: a disk that is busy writing what
 * is measured may take a second for a read. They wait outside the heap, or collections of what is
 * measured would take several times as long.
 */
final class PagesAhead implements AutoCloseable {

  /** A page whose value is in the ring, or in the page if it is larger than the ring. */
  private record Held(InputPage page, int at, int length) {}

  private static final int PAGE_BYTES = 200; // besides its value
  private static final byte[] IN_RING = {};

  private final int maxBytes;
  private final Semaphore room; // bytes
  private final ByteBuffer ring; // of maxBytes
  private final BlockingQueue<Optional<Held>> read = new LinkedBlockingQueue<>(); // empty: end
  private final CountDownLatch full = new CountDownLatch(1);
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-pages-ahead"));
  private final Future<Void> reading;

  /**
   * Begins to read.
   *
   * @param files pages as JSON lines
   * @param config bounds each page
   * @param maxBytes bound on what is held of pages that nobody came for yet, about
   */
  PagesAhead(List<Path> files, SieveConfig config, int maxBytes) {
    this.maxBytes = maxBytes;
    room = new Semaphore(maxBytes);
    ring = ByteBuffer.allocateDirect(maxBytes);
    reading = thread.submit(() -> read(files, config));
  }

  private Void read(List<Path> files, SieveConfig config) throws InputException {
    int at = 0;
    try (PageInputs feed = PageInputs.open(List.of(new InputGroup(files, null)), config.inputs())) {
      for (InputPage page = feed.next(); page != null; page = feed.next()) {
        int length = page.value().length;
        if (!room.tryAcquire(bytes(length))) {
          full.countDown();
          room.acquire(bytes(length));
        }
        if (length <= maxBytes) {
          int first = Math.min(length, maxBytes - at);
          ring.put(at, page.value(), 0, first);
          ring.put(0, page.value(), first, length - first);
          read.add(Optional.of(new Held(with(page, IN_RING), at, length)));
          at = (at + length) % maxBytes;
        } else {
          read.add(Optional.of(new Held(page, at, length)));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    } finally {
      full.countDown();
      read.add(Optional.empty());
    }
    return null;
  }

  private int bytes(int length) {
    return Math.min(maxBytes, PAGE_BYTES + length);
  }

  private static InputPage with(InputPage page, byte[] value) {
    return new InputPage(page.key(), value, page.origin(), page.defect());
  }

  /** Waits until there is no room for more, or all has been read. */
  void awaitFull() throws InterruptedException {
    full.await();
  }

  /**
   * The next page, or null at the end.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if the files cannot be read
   */
  @Nullable InputPage next() throws InterruptedException {
    Optional<Held> next = read.take();
    if (next.isEmpty()) {
      read.add(Optional.empty());
      Producing.join(reading);
      return null;
    }
    Held held = next.get();
    InputPage page = held.page();
    if (held.length() <= maxBytes) {
      byte[] value = new byte[held.length()];
      int first = Math.min(value.length, maxBytes - held.at());
      ring.get(held.at(), value, 0, first);
      ring.get(0, value, first, value.length - first);
      page = with(page, value);
    }
    room.release(bytes(held.length()));
    return page;
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

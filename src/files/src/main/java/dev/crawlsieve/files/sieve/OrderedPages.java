package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.KnownBodies;
import dev.crawlsieve.files.input.InputIdentity;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The pages of an input, in order, each prepared on one of several threads.
 *
 * <p>Pages that an earlier sieve kept come first; their fingerprints are known. One thread reads,
 * as far ahead as {@link InFlight} allows. The threads are daemons, because a thread that waits for
 * standard input cannot be ended in another way.
 */
final class OrderedPages implements AutoCloseable {

  static final long LOOK_EVERY_MILLIS = 100;
  private static final int CLOSE_SECONDS = 1;

  private final PageFormat format;
  private final List<SievedPages> sieved;
  private final PageInputs feed;
  private final InFlight inFlight;
  private final InstantSource clock;
  private final Thread reader;
  private final ExecutorService workers;
  private final ThreadLocal<PagePreparer> preparers;
  private final BlockingQueue<Future<PreparedPage>> ahead = new LinkedBlockingQueue<>();
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile double done;

  /** Pages that an earlier run has written; used only by the reader. */
  private final Skip skip;

  /** Number of pages read; used by the reader only. */
  private long count;

  /** Number of the next page that can be read; used by the reader only. */
  private long offset;

  /**
   * The first pages, which an earlier run has written.
   *
   * @param pages number of these pages
   * @param last {@link InputIdentity#hash} of the last of them
   * @param prepared whether to prepare them again
   */
  record Skip(long pages, String last, boolean prepared) {

    /** Nothing to skip, for a run that starts from scratch. */
    static final Skip NOTHING = new Skip(0, "", false);
  }

  /**
   * Starts to read.
   *
   * @param format the form in which the pages will be written
   * @param sieved pages that come before those of the feed
   * @param feed read by a thread of this object, and closed by its owner afterwards
   * @param skip the first pages, which are left out unless they must be prepared
   * @param threads number of threads that prepare pages
   * @param clock provides the pages' times
   */
  OrderedPages(
      SieveSettings settings,
      PageFormat format,
      List<SievedPages> sieved,
      PageInputs feed,
      Skip skip,
      InFlight inFlight,
      int threads,
      InstantSource clock) {
    this.format = format;
    this.sieved = List.copyOf(sieved);
    this.feed = feed;
    this.skip = skip;
    this.inFlight = inFlight;
    this.clock = clock;
    KnownBodies known = KnownBodies.ofHeap();
    this.preparers = ThreadLocal.withInitial(() -> new PagePreparer(settings, format, known));
    AtomicInteger number = new AtomicInteger();
    this.workers =
        Executors.newFixedThreadPool(
            threads, work -> daemon(work, "crawlsieve-fingerprint-" + number.incrementAndGet()));
    this.reader = daemon(this::read, "crawlsieve-read");
    reader.start();
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private void read() {
    CompletableFuture<PreparedPage> last = new CompletableFuture<>();
    try {
      for (SievedPages folder : sieved) {
        folder.read(this::readSieved);
      }
      for (InputPage next = feed.nextOrDamage(); next != null; next = feed.nextOrDamage()) {
        Coordinates at = next.defect() == null ? new Coordinates(0, offset++) : null;
        InputPage used = format.isArchive() ? next : next.withoutRecord();
        NumberedPage page =
            new NumberedPage(used, at, clock.millis(), feed.reference(), feed.name());
        if (wanted(next)) {
          inFlight.enter(page.bytes());
          ahead.add(workers.submit(() -> preparers.get().prepare(page)));
        }
        bytes.addAndGet(next.value().length);
        pages.incrementAndGet();
        done = feed.done();
      }
      if (count < skip.pages()) {
        throw changed("they end after " + count + " of the pages that are done");
      }
      done = 1;
      last.complete(null);
    } catch (InterruptedException e) {
      last.completeExceptionally(new SieveException("stopped", e));
    } catch (RuntimeException | Error e) {
      last.completeExceptionally(e);
    }
    ahead.add(last);
  }

  private void readSieved(SievedPages.Kept kept) throws InterruptedException {
    PreparedPage page = kept.at(new Coordinates(0, offset++), clock.millis());
    if (wanted(page.page().page())) {
      inFlight.enter(page.page().bytes());
      ahead.add(CompletableFuture.completedFuture(page));
    }
    pages.incrementAndGet();
  }

  /** Counts a page; returns whether it is to be prepared. */
  private boolean wanted(InputPage page) {
    count++;
    if (count == skip.pages() && !InputIdentity.hash(page).equals(skip.last())) {
      throw changed("page " + count + ", " + page.origin() + ", is another one");
    }
    return count > skip.pages() || skip.prepared();
  }

  private static SieveException changed(String how) {
    return new SieveException(
        "the inputs have changed since the run was interrupted: " + how + "; --force begins again");
  }

  /** Called several times a second while waiting. */
  @FunctionalInterface
  interface Meanwhile {
    void look() throws IOException;
  }

  /**
   * The next page, or null at the end. It must be passed to {@link #release} once it is written.
   *
   * @param meanwhile may end the wait by an exception
   * @throws SieveException if pages cannot be read
   */
  @Nullable PreparedPage next(Meanwhile meanwhile) throws IOException, InterruptedException {
    Future<PreparedPage> next = ahead.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    while (next == null) {
      meanwhile.look();
      next = ahead.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }
    while (true) {
      try {
        return next.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        meanwhile.look();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof SieveException told) {
          throw told;
        }
        throw new SieveException("the pages cannot be processed: " + e.getCause(), e.getCause());
      }
    }
  }

  /** Releases a page, which makes room for another one. */
  void release(PreparedPage page) {
    inFlight.leave(page.page().bytes());
  }

  /** Pages seen so far, including unreadable ones. */
  long pages() {
    return pages.get();
  }

  /** Bytes of the values of these pages. */
  long bytes() {
    return bytes.get();
  }

  /** Share of the input that has been read, in [0, 1]; -1 if unknown. */
  double done() {
    return done;
  }

  /** Ends all work. */
  @Override
  public void close() {
    reader.interrupt();
    workers.shutdownNow();
    try {
      reader.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Prepares lookups of pages that will be looked up soon: other threads read the tables on disk for
 * them, so the thread that decides on pages in order waits less.
 *
 * <p>An answer is valid until those tables change or more leaders expire. A page is expected before
 * it is known what its site shows. If the site lets pages under another name match, the answer may
 * lack them, and is not used.
 */
final class LookAhead {

  // If the answer for take() is not ready, the calling thread works on the next waiting pages
  // meanwhile; if no thread has begun with the page, the caller looks it up itself. So the threads
  // share the work, each at its own pace.
  //
  // If the files are in the system's cache, a lookup keeps a core busy, so there are as many
  // threads as free cores. If they are not, a lookup mostly waits for the disk, which serves many
  // reads at once: more threads then take little more CPU time and are faster.
  //
  // Pages are looked up in the order of the lane. Each take() therefore forgets all pages before
  // its own: they were set aside and will never be looked up.

  /** The most pages that are waiting or have an answer that was not taken yet. */
  private static final int MOST_PAGES = 4096;

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int MOST_ON_CORES = 4;

  /** More threads, if all reads wait for the disk. */
  private static final int MOST_WAITING = 16;

  private static final int SPINS = 1_000; // about the time of one lookup in the tables
  private static final long PARKED_NANOS = 50_000;
  private static final int PAGE_BYTES = 200; // in addition to its record

  private final Function<Expected, BegunLookup> asker;
  private final HelperThreads threads;
  private final DoubleSupplier waits;
  private final long maxBytes;
  private final StampedLock tables = new StampedLock();
  private final Map<Long, Expected> pages = new LinkedHashMap<>(); // by offset in the lane
  private final Queue<Expected> waiting = new ArrayDeque<>();
  private long bytes; // of all pages and answers
  private int workers;
  private volatile boolean closed;
  private long version; // of the tables; guarded by `tables`, or by the index's own lock

  /**
   * @param asker reads the tables on disk for a page, on any thread
   * @param threads run the work on cores that merges and the deciding thread leave free
   * @param waits returns the share of the asker's reads that wait for the disk
   * @param maxBytes bound on the bytes of pages and answers
   */
  LookAhead(
      Function<Expected, BegunLookup> asker,
      HelperThreads threads,
      DoubleSupplier waits,
      long maxBytes) {
    this.asker = asker;
    this.threads = threads;
    this.waits = waits;
    this.maxBytes = maxBytes;
    threads.afterwards(this::start);
  }

  /** A page that will be looked up. */
  static final class Expected {

    private final ComparedPage page;
    private final long from;
    private boolean begun; // or no longer wanted
    private long bytes;
    private @Nullable BegunLookup found;
    private volatile boolean done;

    private Expected(ComparedPage page, long from) {
      this.page = page;
      this.from = from;
      bytes = (long) PAGE_BYTES + page.stored().length;
    }

    ComparedPage page() {
      return page;
    }

    /** Leaders below this ordinal have expired. */
    long from() {
      return from;
    }
  }

  /**
   * Adds pages that will be looked up soon, in this order; ignores those for which there is no
   * room.
   *
   * @param expired leaders below this ordinal have expired
   */
  synchronized void expect(Collection<ComparedPage> more, long expired) {
    if (closed) {
      return;
    }
    for (ComparedPage page : more) {
      Expected next = new Expected(page, expired);
      if (pages.size() == MOST_PAGES || bytes + next.bytes > maxBytes) {
        break; // the rest is looked up without a prepared answer
      }
      forget(pages.remove(page.laneOffset()));
      pages.put(page.laneOffset(), next);
      waiting.add(next);
      bytes += next.bytes;
    }
    while (waiting.size() > MOST_PAGES) {
      waiting.remove(); // has begun, or is looked up without a prepared answer
    }
    start();
  }

  /** Whether the machine has more than one core. */
  static boolean isOfUse() {
    return CORES > 1;
  }

  private synchronized void start() {
    for (int most = Math.min(mostWorkers(), waiting.size()); workers < most; workers++) {
      threads.executeBeside(this::work);
    }
  }

  /** Merges take precedence, since the thread that puts may have to wait for them. */
  private int mostWorkers() {
    int onCores = Math.max(0, Math.min(MOST_ON_CORES, CORES - 1 - threads.running()));
    return onCores + (int) Math.round(MOST_WAITING * waits.getAsDouble());
  }

  private void forget(@Nullable Expected gone) {
    if (gone != null) {
      gone.begun = true;
      bytes -= gone.bytes;
    }
  }

  private void work() {
    try {
      do {
        askNext();
      } while (goesOn());
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  private synchronized boolean goesOn() {
    boolean wanted = !waiting.isEmpty() && workers <= mostWorkers();
    workers -= wanted ? 0 : 1;
    start();
    return wanted;
  }

  private synchronized void stop() {
    workers--;
  }

  /** Answers the next waiting page; false if there is none. */
  private boolean askNext() {
    Expected next = next();
    if (next == null) {
      return false;
    }
    BegunLookup found = null;
    long stamp = tables.readLock();
    try {
      if (!closed) {
        found = asker.apply(next);
        found.setVersion(version);
      }
    } catch (IndexException e) {
      found = null; // the lookup reads again and throws
    } finally {
      tables.unlockRead(stamp);
      set(next, found);
    }
    return true;
  }

  private synchronized Expected next() {
    Expected next;
    do {
      next = waiting.poll();
    } while (next != null && next.begun);
    if (next != null) {
      next.begun = true;
    }
    return next;
  }

  private synchronized void set(Expected page, @Nullable BegunLookup found) {
    boolean isHeld = pages.get(page.page.laneOffset()) == page;
    long more = found == null || !isHeld ? 0 : found.bytes();
    boolean fits = bytes + more <= maxBytes;
    if (fits) {
      page.bytes += more;
      bytes += more;
    }
    page.found = fits ? found : null;
    page.done = true;
  }

  /** The answer for a page that is looked up now; the caller must check {@link #holds}. */
  @Nullable BegunLookup take(ComparedPage page) {
    Expected expected = remove(page);
    if (expected == null) {
      return null;
    }
    for (int spins = 0; !expected.done; ) {
      if (askNext()) {
        continue;
      }
      if (spins++ < SPINS) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(PARKED_NANOS); // the other thread may have no core
      }
    }
    return expected.found;
  }

  /** The page, if it is expected and a thread has begun with it. */
  private synchronized @Nullable Expected remove(ComparedPage page) {
    Iterator<Expected> oldest = pages.values().iterator();
    while (oldest.hasNext()) {
      Expected passed = oldest.next();
      if (passed.page.laneOffset() >= page.laneOffset()) {
        break;
      }
      oldest.remove();
      forget(passed);
    }
    Expected expected = pages.get(page.laneOffset());
    if (expected == null || !Arrays.equals(expected.page.stored(), page.stored())) {
      return null;
    }
    pages.remove(page.laneOffset());
    boolean begun = expected.begun;
    forget(expected);
    return begun ? expected : null;
  }

  /** Whether an answer is still valid. */
  boolean holds(BegunLookup found, long expired) {
    return found.version() == version && found.from() == expired;
  }

  /** Runs a change of the tables on disk while no thread here reads them. */
  void change(Runnable change) {
    long stamp = tables.writeLock();
    try {
      version++;
      change.run();
    } finally {
      tables.unlockWrite(stamp);
    }
  }

  /** When this returns, no thread reads the tables any more. */
  void close() {
    closed = true;
    synchronized (this) {
      waiting.clear();
      pages.clear();
      bytes = 0;
    }
    tables.unlockWrite(tables.writeLock());
  }
}

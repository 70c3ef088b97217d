package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LeaderRecord;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;

/**
 * Asks the tables on disk about pages that will be looked up soon, on threads of its own, so that
 * the one that decides on them in order need not.
 *
 * <p>What it has found holds as long as those tables do not change, and no other leaders expire.
 */
final class LookAhead {

  // Whoever wants an answer that is not there yet asks for the next pages meanwhile, or asks itself
  // if nobody has begun: so the threads share the work, whichever is faster.
  //
  // Pages are looked up in the order of the lane, so those before it that nobody came for, because
  // they were set aside, are forgotten with each.

  /** Pages that wait, or are answered and were not looked up yet. */
  private static final int MOST_PAGES = 4096;

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int MOST_WORKERS = 4;
  private static final int SPINS = 1_000; // about as long as it takes to ask
  private static final long PARKED_NANOS = 50_000;
  private static final int PAGE_BYTES = 200; // besides its record

  private final Function<Expected, OnDisk> asker;
  private final HelperThreads threads;
  private final long maxBytes;
  private final StampedLock tables = new StampedLock();
  private final Map<Long, Expected> pages = new LinkedHashMap<>(); // by offset in the lane
  private final Queue<Expected> waiting = new ArrayDeque<>();
  private long bytes; // of the pages and their answers
  private int workers;
  private volatile boolean closed;
  private long version; // read under a lock of those who change the tables

  /**
   * @param asker asks the tables on disk, on any thread
   * @param threads run this when there are cores left beside merges and the thread that decides
   * @param maxBytes bound on what is held
   */
  LookAhead(Function<Expected, OnDisk> asker, HelperThreads threads, long maxBytes) {
    this.asker = asker;
    this.threads = threads;
    this.maxBytes = maxBytes;
    threads.afterwards(this::start);
  }

  /** A page that will be looked up. */
  static final class Expected {

    private final LeaderRecord page;
    private final long from;
    private boolean begun; // or not wanted any more
    private long bytes;
    private OnDisk found;
    private volatile boolean done;

    private Expected(LeaderRecord page, long from) {
      this.page = page;
      this.from = from;
      bytes = (long) PAGE_BYTES + page.stored().length;
    }

    LeaderRecord page() {
      return page;
    }

    /** Leaders below this ordinal have expired. */
    long from() {
      return from;
    }
  }

  /**
   * Pages that will be looked up soon, in this order, as many as there is room for.
   *
   * @param expired leaders below this ordinal have expired
   */
  synchronized void expect(Collection<LeaderRecord> more, long expired) {
    if (closed) {
      return;
    }
    for (LeaderRecord page : more) {
      Expected next = new Expected(page, expired);
      if (pages.size() == MOST_PAGES || bytes + next.bytes > maxBytes) {
        break; // will be looked up without
      }
      forget(pages.remove(page.laneOffset()));
      pages.put(page.laneOffset(), next);
      waiting.add(next);
      bytes += next.bytes;
    }
    while (waiting.size() > MOST_PAGES) {
      waiting.remove(); // begun, or else looked up without
    }
    start();
  }

  /** Whether there is ever a core for it. */
  static boolean isOfUse() {
    return CORES > 1;
  }

  private synchronized void start() {
    if (workers < mostWorkers() && !waiting.isEmpty()) {
      workers++;
      threads.executeBeside(this::work);
    }
  }

  /** Merges go first: whoever puts would have to wait for them. */
  private int mostWorkers() {
    return Math.min(MOST_WORKERS, CORES - 1 - threads.running());
  }

  private void forget(Expected gone) {
    if (gone != null) {
      gone.begun = true;
      bytes -= gone.bytes;
    }
  }

  private void work() {
    try {
      do {
        boolean unused = askNext();
      } while (goesOn());
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  private synchronized boolean goesOn() {
    boolean wanted = !waiting.isEmpty() && workers <= mostWorkers();
    workers -= wanted ? 0 : 1;
    return wanted;
  }

  private synchronized void stop() {
    workers--;
  }

  /** Asks for the next page that waits; false if there is none. */
  private boolean askNext() {
    Expected next = next();
    if (next == null) {
      return false;
    }
    OnDisk found = null;
    long stamp = tables.readLock();
    try {
      if (!closed) {
        found = asker.apply(next);
        found.setVersion(version);
      }
    } catch (IndexException e) {
      found = null; // whoever looks the page up asks again, and is told
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

  private synchronized void set(Expected page, OnDisk found) {
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

  /**
   * What was found of a page that is looked up now, or null; whether it still {@link #holds} is for
   * the caller to ask.
   */
  OnDisk take(LeaderRecord page) {
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
        LockSupport.parkNanos(PARKED_NANOS); // the other thread has no core
      }
    }
    return expected.found;
  }

  /** The page, if it is expected and somebody has begun to ask. */
  private synchronized Expected remove(LeaderRecord page) {
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

  /** Whether an answer is that of the tables on disk as they are. */
  boolean holds(OnDisk found, long expired) {
    return found != null && found.version() == version && found.from() == expired;
  }

  /** Changes the tables on disk, while nobody asks them. */
  void change(Runnable change) {
    long stamp = tables.writeLock();
    try {
      version++;
      change.run();
    } finally {
      tables.unlockWrite(stamp);
    }
  }

  /** When this returns nobody asks any more. */
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

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderCursor;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.locks.StampedLock;

/**
 * The cursors over an index that are open: they hold native memory, which must be freed before the
 * index is closed, and never while one of them reads.
 */
final class OpenCursors {

  private final StampedLock lock;
  private final Path folder;
  private final Set<Cursor> cursors = new HashSet<>();
  private volatile boolean closed;

  /**
   * @param lock the index's, which cursors take to read; held for writing by those who call {@link
   *     #open} and {@link #close}
   * @param folder the index's, for messages
   */
  OpenCursors(StampedLock lock, Path folder) {
    this.lock = lock;
    this.folder = folder;
  }

  LeaderCursor open(LeaderLog.Range leaders) {
    Cursor cursor = new Cursor(leaders);
    synchronized (cursors) {
      cursors.add(cursor);
    }
    return cursor;
  }

  /** Closes all of them, for good. */
  void close() {
    closed = true;
    synchronized (cursors) {
      cursors.forEach(cursor -> cursor.leaders.close());
      cursors.clear();
    }
  }

  private final class Cursor implements LeaderCursor {

    private final LeaderLog.Range leaders;
    private Leader ahead;
    private boolean done;

    private Cursor(LeaderLog.Range leaders) {
      this.leaders = leaders;
    }

    @Override
    public boolean hasNext() {
      if (ahead == null && !done) {
        long stamp = lock.readLock();
        try {
          if (closed) {
            throw new IndexException("the index in " + folder + " is closed");
          }
          ahead = leaders.next();
          done = ahead == null;
        } finally {
          lock.unlockRead(stamp);
        }
      }
      return ahead != null;
    }

    @Override
    public Leader next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Leader next = ahead;
      ahead = null;
      return next;
    }

    @Override
    public void close() {
      long stamp = lock.readLock();
      try {
        done = true;
        synchronized (cursors) {
          if (cursors.remove(this)) {
            leaders.close();
          }
        }
      } finally {
        lock.unlockRead(stamp);
      }
    }
  }
}

package dev.crawlsieve.core.index.store;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures how often reads of files wait for the disk because the system's cache does not have the
 * data.
 */
final class DiskWaits {

  // A read waited if the thread was idle during it. A thread that the system has suspended is idle,
  // too, but even on a busy machine that happens only once in hundreds of reads.

  /** One in this many reads is measured, since measuring takes about a tenth of a read's time. */
  private static final int MEASURED = 16;

  /** A read from any disk takes longer than this, a read from the cache less. */
  private static final long WAITED_NANOS = 20_000;

  /** The share is an average over about this many of the latest measured reads. */
  private static final double LATEST = 64;

  private static final long NOT_MEASURED = Long.MIN_VALUE;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private volatile double share;

  /** Begins a read; returns the argument for {@link #end}, to be called on the same thread. */
  long begin() {
    return ThreadLocalRandom.current().nextInt(MEASURED) == 0 ? idleNanos() : NOT_MEASURED;
  }

  /** Ends a read. */
  void end(long begun) {
    if (begun != NOT_MEASURED) {
      add(idleNanos() - begun >= WAITED_NANOS);
    }
  }

  /** Elapsed time in which this thread used no CPU, since some fixed moment. */
  private static long idleNanos() {
    return System.nanoTime() - THREADS.getCurrentThreadCpuTime();
  }

  /** Adds a measured read to the share. */
  synchronized void add(boolean waited) {
    share += ((waited ? 1 : 0) - share) / LATEST;
  }

  /** The share of the latest reads that waited, from 0 to 1. */
  double share() {
    return share;
  }
}

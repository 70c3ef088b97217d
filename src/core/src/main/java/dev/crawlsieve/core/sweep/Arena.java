package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/**
 * Allocates runs of longs whose sizes are powers of two; released runs are reused.
 *
 * <p>A run never spans two arrays, so it is read in one loop.
 */
final class Arena {

  private static final int PAGE_SHIFT = 16;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final int LARGEST_SHARED = PAGE / 4;

  private long[][] pages = new long[16][];
  private int used;
  private int next = PAGE;
  private final int[][] free = new int[32][];
  private final int[] freeCount = new int[32];

  /**
   * Allocates a run.
   *
   * @param size a power of two
   * @return the run's address; {@link #page} and {@link #start} turn it into an array and an index
   */
  int allocate(int size) {
    int order = Integer.numberOfTrailingZeros(size);
    if (freeCount[order] > 0) {
      return free[order][--freeCount[order]];
    }
    if (size > LARGEST_SHARED) {
      return addPage(size) << PAGE_SHIFT;
    }
    if (next + size > PAGE) {
      shared = addPage(PAGE);
      next = 0;
    }
    int address = shared << PAGE_SHIFT | next;
    next += size;
    return address;
  }

  private int shared;

  private int addPage(int size) {
    if (used == 1 << 15) {
      throw new IllegalStateException("more than 2^31 entries in the tables of one lane");
    }
    if (used == pages.length) {
      pages = Arrays.copyOf(pages, 2 * used);
    }
    pages[used] = new long[size];
    return used++;
  }

  /** Frees a run for reuse. */
  void release(int address, int size) {
    int order = Integer.numberOfTrailingZeros(size);
    if (free[order] == null) {
      free[order] = new int[16];
    } else if (freeCount[order] == free[order].length) {
      free[order] = Arrays.copyOf(free[order], 2 * freeCount[order]);
    }
    free[order][freeCount[order]++] = address;
  }

  /** The array that holds an address. */
  long[] page(int address) {
    return pages[address >>> PAGE_SHIFT];
  }

  /** The index of an address in its array. */
  static int start(int address) {
    return address & (PAGE - 1);
  }
}

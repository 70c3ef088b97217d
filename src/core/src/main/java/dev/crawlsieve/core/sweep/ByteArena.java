package dev.crawlsieve.core.sweep;

import java.util.Arrays;

/** Runs of bytes in memory, addressed by number, in large pages. */
final class ByteArena {

  private static final int PAGE_SHIFT = 22;
  private static final int PAGE = 1 << PAGE_SHIFT;

  private byte[][] pages = new byte[4][];
  private int used;
  private int next = PAGE;
  private final RowPages places = new RowPages(1);

  /** Adds a copy of {@code bytes[from, from + length)} and returns its number, from 0. */
  int add(byte[] bytes, int from, int length) {
    int size = Integer.BYTES + length;
    if (next + size > PAGE) {
      addPage(Math.max(size, PAGE));
    }
    byte[] page = pages[used - 1];
    page[next] = (byte) (length >>> 24);
    page[next + 1] = (byte) (length >>> 16);
    page[next + 2] = (byte) (length >>> 8);
    page[next + 3] = (byte) length;
    System.arraycopy(bytes, from, page, next + Integer.BYTES, length);
    int number = places.add();
    places.page(number)[places.start(number)] = (long) (used - 1) << PAGE_SHIFT | next;
    next += size;
    return number;
  }

  private void addPage(int size) {
    if (used == pages.length) {
      pages = Arrays.copyOf(pages, 2 * used);
    }
    pages[used++] = new byte[size];
    next = 0;
  }

  /** The page that holds the bytes with this number. */
  byte[] page(int number) {
    return pages[(int) (place(number) >>> PAGE_SHIFT)];
  }

  /** Index in their page of the first of the bytes with this number. */
  int start(int number) {
    return ((int) place(number) & (PAGE - 1)) + Integer.BYTES;
  }

  /** A copy of the bytes with this number. */
  byte[] copy(int number) {
    byte[] page = page(number);
    int start = start(number);
    int at = start - Integer.BYTES;
    int length =
        (page[at] & 0xff) << 24
            | (page[at + 1] & 0xff) << 16
            | (page[at + 2] & 0xff) << 8
            | (page[at + 3] & 0xff);
    return Arrays.copyOfRange(page, start, start + length);
  }

  private long place(int number) {
    return places.page(number)[places.start(number)];
  }

  int size() {
    return places.size();
  }
}

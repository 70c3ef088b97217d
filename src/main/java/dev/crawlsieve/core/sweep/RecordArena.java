package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.Arrays;

/** Whole records in memory, addressed by number, in pages of bytes. */
final class RecordArena {

  private static final int PAGE_SHIFT = 22;
  private static final int PAGE = 1 << PAGE_SHIFT;

  private byte[][] pages = new byte[4][];
  private int used;
  private int next = PAGE;
  private final RowPages places = new RowPages(1);

  /** Adds a record and returns its number, from 0. */
  int add(LeaderRecord leader) {
    byte[] stored = leader.stored();
    int size = Integer.BYTES + stored.length;
    if (next + size > PAGE) {
      addPage(Math.max(size, PAGE));
    }
    byte[] page = pages[used - 1];
    page[next] = (byte) (stored.length >>> 24);
    page[next + 1] = (byte) (stored.length >>> 16);
    page[next + 2] = (byte) (stored.length >>> 8);
    page[next + 3] = (byte) stored.length;
    System.arraycopy(stored, 0, page, next + Integer.BYTES, stored.length);
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

  /** The record with this number. */
  LeaderRecord get(int number) {
    long place = places.page(number)[places.start(number)];
    byte[] page = pages[(int) (place >>> PAGE_SHIFT)];
    int at = (int) place & (PAGE - 1);
    int length =
        (page[at] & 0xff) << 24
            | (page[at + 1] & 0xff) << 16
            | (page[at + 2] & 0xff) << 8
            | (page[at + 3] & 0xff);
    return LeaderRecord.wrap(
        Arrays.copyOfRange(page, at + Integer.BYTES, at + Integer.BYTES + length));
  }

  int size() {
    return places.size();
  }
}

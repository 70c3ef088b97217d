package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.util.Arrays;

/**
 * A growing column with a few longs per leader. It is divided into pages, so growing copies
 * nothing.
 */
final class LongPages implements Buckets.Payloads {

  /** Heap bytes of an array's header. */
  static final int ARRAY_BYTES = 16;

  private final int shift;
  private final int mask;
  private final int width;
  private long[][] pages = new long[4][];
  private int used;

  /**
   * An empty column.
   *
   * @param shift a page has 2^shift longs
   * @param width number of longs per leader
   */
  LongPages(int shift, int width) {
    this.shift = shift;
    this.mask = (1 << shift) - 1;
    this.width = width;
  }

  @Override
  public long get(int index) {
    return pages[index >>> shift][index & mask];
  }

  void set(int index, long value) {
    pages[index >>> shift][index & mask] = value;
  }

  /** Makes room for some leaders. */
  void ensure(int leaders) {
    while (used << shift < width * leaders) {
      if (used == pages.length) {
        pages = Arrays.copyOf(pages, 2 * used);
      }
      pages[used++] = new long[1 << shift];
    }
  }

  /** Writes the longs of the first leaders; between two pieces, more leaders may be added. */
  void write(ChunkOutput out, int leaders, DeltaTables.Pieces pieces) throws IOException {
    int size = width * leaders;
    for (int i = 0; i << shift < size; i++) {
      int page = i;
      pieces.write(() -> out.putLongs(pages[page], Math.min(size - (page << shift), 1 << shift)));
    }
  }

  /** Reads the longs of this many leaders into an empty column. */
  void read(ChunkInput in, int leaders) throws IOException {
    ensure(leaders);
    for (int left = width * leaders, page = 0; left > 0; left -= 1 << shift) {
      in.getLongs(pages[page++], Math.min(left, 1 << shift));
    }
  }

  /** Heap bytes. */
  long bytes() {
    return ARRAY_BYTES + 4L * pages.length + used * pageBytes();
  }

  /** Heap bytes that one more page takes. */
  long pageBytes() {
    return ARRAY_BYTES + (8L << shift);
  }
}

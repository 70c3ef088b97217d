package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.work.ChunkInput;
import dev.crawlsieve.core.work.ChunkOutput;
import java.io.IOException;
import java.util.Arrays;

/** A growing array of longs in pages, so that growing copies nothing. */
final class LongPages implements Buckets.Payloads {

  /** Heap bytes of an array's header. */
  static final int ARRAY_BYTES = 16;

  private final int shift;
  private final int mask;
  private long[][] pages = new long[4][];
  private int used;

  /**
   * An empty array.
   *
   * @param shift a page has 2^shift longs
   */
  LongPages(int shift) {
    this.shift = shift;
    this.mask = (1 << shift) - 1;
  }

  @Override
  public long get(int index) {
    return pages[index >>> shift][index & mask];
  }

  void set(int index, long value) {
    pages[index >>> shift][index & mask] = value;
  }

  /** Makes room for elements below {@code size}. */
  void ensure(int size) {
    while (used << shift < size) {
      if (used == pages.length) {
        pages = Arrays.copyOf(pages, 2 * used);
      }
      pages[used++] = new long[1 << shift];
    }
  }

  /** Writes the elements below {@code size}; between two pieces, others may be added. */
  void write(ChunkOutput out, int size, DeltaTables.Pieces pieces) throws IOException {
    for (int i = 0; i << shift < size; i++) {
      int page = i;
      pieces.write(() -> out.putLongs(pages[page], Math.min(size - (page << shift), 1 << shift)));
    }
  }

  /** Reads as many elements into an empty array. */
  void read(ChunkInput in, int size) throws IOException {
    ensure(size);
    for (int left = size, page = 0; left > 0; left -= 1 << shift) {
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

package dev.crawlsieve.index;

import java.nio.ByteBuffer;

/**
 * Which tables on disk a merge goes through as a whole, so that buckets that no new leader touches
 * lose their expired entries, too.
 *
 * <p>Tables come in turn. A merge takes so large a share of them as its leaders are of all that are
 * live, so each table is gone through once while the live leaders are replaced once: entries of
 * expired leaders are at most about as many as those of live ones, and a merge costs a bounded
 * multiple of what it adds.
 *
 * @param first the table whose turn it is
 * @param all how many tables there are
 */
record SweepTurn(int first, int all) {

  private static final String KEY = "base.sweep";

  /** Where the merge before left off. */
  static SweepTurn read(RocksFolder files, int all) {
    byte[] stored = files.meta(KEY);
    return new SweepTurn(stored == null ? 0 : ByteBuffer.wrap(stored).getInt() % all, all);
  }

  void store(RocksFolder files) {
    files.putMeta(KEY, ByteBuffer.allocate(Integer.BYTES).putInt(first).array());
  }

  /** How many tables the merge of a delta goes through; none as long as nothing has expired. */
  int tables(DeltaTables delta, long expired) {
    if (expired == 0) {
      return 0;
    }
    long live = Math.max(1, delta.next() - expired);
    long added = delta.next() - delta.first();
    return (int) Math.min(all, 1 + all * added / live);
  }

  /** Whether a table is among so many whose turn it is. */
  boolean includes(int table, int tables) {
    return Math.floorMod(table - first, all) < tables;
  }

  /** Whose turn it is after so many. */
  SweepTurn after(int tables) {
    return new SweepTurn((first + tables) % all, all);
  }
}

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import java.nio.ByteBuffer;

/**
 * What is committed of an index. What was put later is undone when the index is opened.
 *
 * @param position where the owner's own log stood then, or {@link #NOWHERE}
 * @param first the lowest ordinal whose leader had not been dropped
 * @param next one more than the highest ordinal
 */
record CommitPoint(long position, long first, long next) {

  static final long NOWHERE = -1;

  /** Of an index in which nothing was committed. */
  static final CommitPoint NONE = new CommitPoint(NOWHERE, 0, 0);

  private static final String KEY = "commit";
  private static final int BYTES = 3 * Long.BYTES;

  static CommitPoint read(RocksFolder files) {
    byte[] stored = files.meta(KEY);
    if (stored == null) {
      return NONE;
    }
    if (stored.length != BYTES) {
      throw new IndexException("an unreadable commit point in " + files.folder());
    }
    ByteBuffer fields = ByteBuffer.wrap(stored);
    return new CommitPoint(fields.getLong(), fields.getLong(), fields.getLong());
  }

  /** Adds this to what will be written. */
  void put(RocksFolder.Metas metas) {
    metas.put(
        KEY, ByteBuffer.allocate(BYTES).putLong(position).putLong(first).putLong(next).array());
  }
}

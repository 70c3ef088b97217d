package dev.crawlsieve.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.rocksdb.RocksDBException;

/** The older leaders' tables in RocksDB: (table, key) to a packed bucket. */
final class BaseTables {

  // Key: table u8, key u64. Value: entries of (payload u64, ordinal u64), ascending ordinals. All
  // big-endian.
  //
  // A merge goes through the delta's keys in order, reads the buckets that are there, and writes
  // the
  // combined ones as sorted files, which RocksDB takes in as they are, all at once. Then the
  // watermark `base.next` moves to the delta's end. Entries at or above it do not count: a crash in
  // between leaves some, and the next merge cuts them off, because it has their leaders in the
  // delta
  // again. For that the leaders must outlive their entries, so the log is flushed before the files
  // are ingested.

  static final int ENTRY_BYTES = 16;

  private static final int READ_KEYS = 128;
  private static final String NEXT = "base.next";
  private static final String LAYOUT = "base.layout";
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RocksFolder files;
  private final TableLayout layout;
  private long next;

  BaseTables(RocksFolder files, TableLayout layout) {
    this.files = files;
    this.layout = layout;
    byte[] stored = files.meta(NEXT);
    next = stored == null ? 0 : (long) LONG.get(stored, 0);
  }

  /** Leaders below this ordinal are here. */
  long next() {
    return next;
  }

  /**
   * Drops tables that are of another layout, or newer than the leaders.
   *
   * @param leaders one more than the highest ordinal of a leader
   */
  void reconcile(long leaders) {
    byte[] stored = files.meta(LAYOUT);
    boolean same = stored != null && layout.id().equals(new String(stored, UTF_8));
    if (same && next <= leaders) {
      return;
    }
    if (stored != null) {
      setNext(0);
      files.flush(); // before the drop: the watermark must never be ahead of the tables
      files.dropTables();
    }
    files.putMeta(LAYOUT, layout.id().getBytes(UTF_8));
  }

  /**
   * A bucket of each of some tables, null where there is none.
   *
   * @param keys a key for each table from 0; no bucket has the key 0
   */
  byte[][] read(long[] keys) {
    List<byte[]> stored = new ArrayList<>(keys.length);
    for (int t = 0; t < keys.length; t++) {
      stored.add(key(t, keys[t]));
    }
    return read(stored).toArray(new byte[0][]);
  }

  private List<byte[]> read(List<byte[]> keys) {
    try {
      return files.db().multiGetAsList(Collections.nCopies(keys.size(), files.tables()), keys);
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }

  /** Adds the candidates of a bucket; returns how many entries it has. */
  int scan(byte[] bucket, int t, long payload, Candidates candidates) {
    int within = layout.tables().get(t).within();
    int compared = 0;
    for (int at = 0; at < bucket.length; at += ENTRY_BYTES) {
      long ordinal = (long) LONG.get(bucket, at + 8);
      if (ordinal >= next) {
        break;
      }
      int distance = Long.bitCount((long) LONG.get(bucket, at) ^ payload);
      if (distance <= within) {
        candidates.add(ordinal, distance, t);
      }
      compared++;
    }
    return compared;
  }

  /**
   * Takes over the leaders of a delta that starts where these tables end.
   *
   * @param afterTable called after each table, before anything of the merge can be seen
   * @param beforeWatermark called when the files are in and the watermark has not moved
   */
  void merge(DeltaTables delta, Runnable afterTable, Runnable beforeWatermark) {
    if (delta.first() != next) {
      throw new IllegalStateException("a delta from " + delta.first() + " onto a base to " + next);
    }
    files.flush();
    try (TableFiles out = new TableFiles(files)) {
      for (int t = 0; t < layout.tables().size(); t++) {
        for (int part = 0; part < delta.parts(t); part++) {
          long[] keys = delta.sortedKeys(t, part);
          for (int from = 0; from < keys.length; from += READ_KEYS) {
            merge(
                delta,
                t,
                Arrays.copyOfRange(keys, from, Math.min(keys.length, from + READ_KEYS)),
                out);
          }
        }
        afterTable.run();
      }
      out.ingest();
    }
    beforeWatermark.run();
    setNext(delta.next());
  }

  private void merge(DeltaTables delta, int t, long[] keys, TableFiles out) {
    List<byte[]> stored = new ArrayList<>(keys.length);
    for (long key : keys) {
      stored.add(key(t, key));
    }
    List<byte[]> buckets = next == 0 ? null : read(stored);
    for (int i = 0; i < keys.length; i++) {
      byte[] older = buckets == null ? null : buckets.get(i);
      int kept = older == null ? 0 : kept(older);
      int[] locals = delta.locals(t, keys[i]);
      ByteBuffer bucket = ByteBuffer.allocate(kept + ENTRY_BYTES * locals.length);
      if (older != null) {
        bucket.put(older, 0, kept);
      }
      for (int local : locals) {
        bucket.putLong(delta.payload(t, local)).putLong(delta.first() + local);
      }
      out.put(stored.get(i), bucket.array());
    }
  }

  /** Bytes of a bucket's entries below the watermark. */
  private int kept(byte[] bucket) {
    int end = bucket.length;
    while (end > 0 && (long) LONG.get(bucket, end - 8) >= next) {
      end -= ENTRY_BYTES;
    }
    return end;
  }

  private void setNext(long ordinal) {
    byte[] stored = new byte[8];
    LONG.set(stored, 0, ordinal);
    files.putMeta(NEXT, stored);
    next = ordinal;
  }

  private static byte[] key(int t, long key) {
    byte[] stored = new byte[9];
    stored[0] = (byte) t;
    LONG.set(stored, 1, key);
    return stored;
  }
}

package dev.crawlsieve.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.rocksdb.RocksDBException;

/** The older leaders' tables in RocksDB: (table, key) to a packed bucket. */
final class BaseTables {

  // Long because what reads the stored form and what writes it stand together.
  //
  // Key: table u8, high half of the key u32. Value: entries of (payload u64 if the table has one,
  // ordinal u64), ascending ordinals. All big-endian.
  //
  // A merge goes through the delta's keys in order, reads the buckets that are there, and writes
  // the combined ones as sorted files, which RocksDB takes in as they are, all at once. All that on
  // another thread, while lookups go on. Then the thread that puts moves the watermark `base.next`
  // to the delta's end. Entries at or above it do not count: a crash in
  // between leaves some, and the next merge cuts them off, because it has their leaders in the
  // delta again. For that the leaders must outlive their entries, so the log is flushed before the
  // files are ingested.
  //
  // Entries of expired leaders do not count either. A merge drops them from the buckets that it
  // touches, and goes through some whole tables for those that it does not (SweepTurn).

  private static final String FORMAT = "2 ";
  private static final int ORDINAL_BYTES = 8;
  private static final int PAYLOAD_BYTES = 8;
  private static final int READ_KEYS = 128;
  private static final String NEXT = "base.next";
  private static final String LAYOUT = "base.layout";
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final RocksFolder files;
  private final TableLayout layout;
  private final BaseFilters filters;
  private long next;

  /**
   * The tables in these files.
   *
   * @param filterBytes bound on the heap bytes of the filters over their keys
   */
  BaseTables(RocksFolder files, TableLayout layout, long filterBytes) {
    this.files = files;
    this.layout = layout;
    filters = new BaseFilters(files, layout, filterBytes);
    byte[] stored = files.meta(NEXT);
    next = stored == null ? 0 : (long) LONG.get(stored, 0);
  }

  /** Leaders below this ordinal are here. */
  long next() {
    return next;
  }

  /**
   * Makes ready for lookups: drops tables that are of another layout, or newer than the leaders, or
   * of expired leaders only, and reads the filters.
   *
   * @param leaders one more than the highest ordinal of a leader
   * @param expired leaders below this ordinal have expired
   */
  void prepare(long leaders, long expired) {
    byte[] stored = files.meta(LAYOUT);
    boolean same = stored != null && id().equals(new String(stored, UTF_8));
    if (!same || next > leaders || (next > 0 && next <= expired)) {
      if (stored != null) {
        moveTo(0);
        files.flush(); // before the drop: the watermark must never be ahead of the tables
        files.dropTables();
      }
      files.putMeta(LAYOUT, id().getBytes(UTF_8));
    }
    if (next > 0) {
      filters.load();
    }
  }

  /** Heap bytes of the filters. */
  long filterBytes() {
    return filters.bytes();
  }

  /** Names the stored form: tables of another one are made anew from the leaders. */
  private String id() {
    return FORMAT + layout.id();
  }

  /**
   * A bucket of each of some tables, null where there is none.
   *
   * @param keys a key for each table from 0, or 0 where none is asked for
   */
  byte[][] read(long[] keys) {
    byte[][] buckets = new byte[keys.length][];
    int[] tables = new int[keys.length];
    List<byte[]> stored = new ArrayList<>(keys.length);
    for (int t = 0; t < keys.length; t++) {
      if (keys[t] != 0 && filters.mayHold(t, Keys.high(keys[t]))) {
        tables[stored.size()] = t;
        stored.add(key(t, Keys.high(keys[t])));
      }
    }
    if (!stored.isEmpty()) {
      List<byte[]> found = read(stored);
      for (int i = 0; i < found.size(); i++) {
        buckets[tables[i]] = found.get(i);
      }
    }
    return buckets;
  }

  private List<byte[]> read(List<byte[]> keys) {
    try {
      return files.db().multiGetAsList(Collections.nCopies(keys.size(), files.tables()), keys);
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }

  /**
   * Adds the candidates of a bucket; returns how many entries count.
   *
   * @param expired leaders below this ordinal do not count
   */
  int scan(byte[] bucket, int t, Question question, long expired, Candidates candidates) {
    long payload = question.payload(layout.tables().get(t).payload());
    int within = layout.tables().get(t).within();
    int atOrdinal = hasPayload(t) ? PAYLOAD_BYTES : 0;
    int entryBytes = atOrdinal + ORDINAL_BYTES;
    int compared = 0;
    for (int at = 0; at < bucket.length; at += entryBytes) {
      long ordinal = (long) LONG.get(bucket, at + atOrdinal);
      if (ordinal >= next) {
        break;
      }
      if (ordinal < expired) {
        continue;
      }
      int distance = atOrdinal == 0 ? 0 : Long.bitCount((long) LONG.get(bucket, at) ^ payload);
      if (distance <= within) {
        candidates.add(ordinal, distance, t);
      }
      compared++;
    }
    return compared;
  }

  private boolean hasPayload(int t) {
    return layout.tables().get(t).payload() != Feature.NONE;
  }

  private int entryBytes(int t) {
    return hasPayload(t) ? PAYLOAD_BYTES + ORDINAL_BYTES : ORDINAL_BYTES;
  }

  /**
   * Writes the leaders of a delta that starts where these tables end; they count when {@link
   * #moveTo} has moved the watermark. The delta and the tables must not change meanwhile. Leaders
   * that have expired are left out, of some tables also where the delta does not touch them.
   *
   * @param expired leaders below this ordinal have expired, which is written down beside them
   * @param cancelled asked now and then; if it says so, nothing counts
   * @param afterTable called after each table, before anything of the merge can be seen
   */
  void merge(DeltaTables delta, long expired, BooleanSupplier cancelled, Runnable afterTable) {
    if (delta.first() < next || (delta.first() > next && delta.first() > expired)) {
      throw new IllegalStateException("a delta from " + delta.first() + " onto a base to " + next);
    }
    if (cancelled.getAsBoolean()) {
      return;
    }
    files.flush();
    if (next == 0) {
      filters.create();
    }
    SweepTurn turn = SweepTurn.read(files, layout.tables().size());
    int swept = next == 0 ? 0 : turn.tables(delta, expired);
    try (TableFiles out = new TableFiles(files)) {
      for (int t = 0; t < layout.tables().size(); t++) {
        if (cancelled.getAsBoolean()) {
          return;
        }
        if (!merge(delta, t, expired, turn.includes(t, swept), out, cancelled)) {
          return;
        }
        afterTable.run();
      }
      out.ingest();
    }
    filters.store();
    turn.after(swept).store(files);
  }

  /** Merges a table, and goes through all of it if it is swept; false if it was cancelled. */
  private boolean merge(
      DeltaTables delta,
      int t,
      long expired,
      boolean swept,
      TableFiles out,
      BooleanSupplier cancelled) {
    BucketTrim trim = new BucketTrim(entryBytes(t), expired, next);
    KeyFilter fresh = swept ? filters.fresh(t) : null;
    IntConsumer keys = key -> (fresh == null ? filters.of(t) : fresh).add(key);
    try (BaseSweep sweep =
        swept
            ? new BaseSweep(files, out, key(t, 0), new byte[] {(byte) (t + 1)}, trim, keys)
            : null) {
      for (int part = 0; part < delta.parts(t); part++) {
        if (cancelled.getAsBoolean()) {
          return false;
        }
        merge(delta, t, delta.sortedEntries(t, part), new Writing(trim, keys, sweep, out));
      }
      if (sweep != null) {
        sweep.finish();
        filters.replace(t, fresh);
      }
    }
    return true;
  }

  /** What the merge of one table writes by and to; no sweep where the table is not swept. */
  private record Writing(BucketTrim trim, IntConsumer keys, BaseSweep sweep, TableFiles out) {

    void put(byte[] key, byte[] bucket, boolean wasThere) {
      if (sweep != null) {
        sweep.before(key);
      }
      if (bucket.length > 0) {
        keys.accept((int) INT.get(key, 1));
        out.put(key, bucket);
      } else if (wasThere) {
        out.delete(key);
      }
    }
  }

  private void merge(DeltaTables delta, int t, long[] entries, Writing writing) {
    int from = 0;
    while (from < entries.length) {
      List<byte[]> keys = new ArrayList<>(READ_KEYS);
      int to = from;
      while (to < entries.length && keys.size() < READ_KEYS) {
        keys.add(key(t, DeltaTables.key(entries[to])));
        to = endOfBucket(entries, to);
      }
      List<byte[]> buckets = next == 0 ? null : read(keys);
      for (int i = 0; i < keys.size(); i++) {
        int end = endOfBucket(entries, from);
        byte[] older = buckets == null ? null : buckets.get(i);
        byte[] bucket = bucket(older, writing.trim(), delta, t, entries, from, end);
        writing.put(keys.get(i), bucket, older != null);
        from = end;
      }
    }
  }

  /** Where the entries of the next key start. */
  private static int endOfBucket(long[] entries, int from) {
    int end = from + 1;
    while (end < entries.length
        && DeltaTables.key(entries[end]) == DeltaTables.key(entries[from])) {
      end++;
    }
    return end;
  }

  /** Of a bucket's older entries, or null, and behind them the delta's, those that count. */
  private byte[] bucket(
      byte[] older, BucketTrim trim, DeltaTables delta, int t, long[] entries, int from, int end) {
    int start = older == null ? 0 : trim.from(older);
    int kept = older == null ? 0 : Math.max(0, trim.to(older) - start);
    int first = from;
    while (first < end && delta.first() + (int) entries[first] < trim.expired()) {
      first++; // they ascend
    }
    ByteBuffer bucket = ByteBuffer.allocate(kept + trim.entryBytes() * (end - first));
    if (older != null) {
      bucket.put(older, start, kept);
    }
    for (int i = first; i < end; i++) {
      int local = (int) entries[i];
      if (hasPayload(t)) {
        bucket.putLong(delta.payload(t, local));
      }
      bucket.putLong(delta.first() + local);
    }
    return bucket.array();
  }

  /** Moves the watermark: leaders below this ordinal are here from now on. */
  void moveTo(long ordinal) {
    byte[] stored = new byte[8];
    LONG.set(stored, 0, ordinal);
    files.putMeta(NEXT, stored);
    next = ordinal;
  }

  private static byte[] key(int t, int key) {
    byte[] stored = new byte[5];
    stored[0] = (byte) t;
    INT.set(stored, 1, key);
    return stored;
  }
}

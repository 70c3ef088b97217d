package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Writes the entries of one {@link TableRun}, table by table, and makes them visible at once. */
final class RunWriter implements AutoCloseable {

  // Key: number of the run u32, table u8, group u32, big-endian; a table's keys are cut into groups
  // by their top bits. Value: the group's entries, little-endian: the words of the EntryPayload,
  // u64, then key << 32 | local, u64, by which they are in (unsigned) order; and a check of them,
  // u32, since RocksDB's own is of a whole block and most of what a read takes. Local is the
  // ordinal less the run's first one.
  //
  // Behind a table's groups, as groups beyond all others: the keys of more than one entry, u32,
  // ascending, unless they are many; and the table's filter, if it has one. Behind the tables: the
  // numbers of entries by key of those that are counted, and a filter of SimHashes, if there is
  // one, as groups of a table of their own; and for each table log2 of its groups and the number of
  // its entries.

  static final int KEY_BYTES = 9;

  /** Behind the entries of a group. */
  static final int CHECK_BYTES = Integer.BYTES;

  /** Groups are below this one. */
  static final int REPEATED = 0xfffffffe;

  private static final int FILTER = 0xffffffff;
  private static final int COUNTS = 0xfe;
  private static final int SIM_HASHES = 0xffffffff;
  private static final int TABLES = 0xff;

  /** Of so many entries one may have a key for the second time, and all such keys are kept. */
  private static final int ENTRIES_PER_REPEATED = 64;

  private static final int LEAST_REPEATED = 64;

  /** Entries of a group, on average, or up to twice as many. */
  private static final int GROUP_ENTRIES = 32;

  private final int run;
  private final TableFiles out;
  private final long[] shapes;
  private final KeyCounts[] allCounts; // by table; null for those that are not counted
  private SimHashFilter simHashes; // or null
  private KeyFilter.Builder filter; // of the table, or null
  private KeyCounts.Builder counts; // of the table, or null
  private ByteBuffer repeated; // keys; null if they are many
  private int lastKey;
  private boolean isRepeated; // that key
  private final ByteBuffer groupKey = ByteBuffer.allocateDirect(KEY_BYTES);
  private ByteBuffer entries =
      RunReader.allocate(RunReader.FIRST_BYTES); // of the group, with room for their check
  private int table = -1;
  private int groupBits;
  private int group;
  private long count;

  RunWriter(RocksFolder files, TableRun.Id id, int tables) {
    run = id.number();
    out = new TableFiles(files, run);
    shapes = new long[2 * tables];
    allCounts = new KeyCounts[tables];
  }

  /**
   * Goes on with the next table.
   *
   * @param mostEntries how many it may have; the nearer the better
   * @param filter is given its keys, and stored beside them; may be null
   * @param counted whether the entries of each key are counted, if there are few keys
   */
  void beginTable(long mostEntries, KeyFilter.Builder filter, boolean counted) {
    table++;
    this.filter = filter;
    counts = counted ? new KeyCounts.Builder() : null;
    long mostRepeated = Math.min(1 << 24, LEAST_REPEATED + mostEntries / ENTRIES_PER_REPEATED);
    repeated = ByteBuffer.allocate(Integer.BYTES * (int) mostRepeated);
    isRepeated = false;
    groupBits = 63 - Long.numberOfLeadingZeros(Math.max(1, mostEntries / GROUP_ENTRIES));
    group = 0;
    count = 0;
  }

  /**
   * Adds an entry, {@code key << 32 | local}.
   *
   * @param payloads what it carries, from an index on
   */
  void add(long entry, long[] payloads, int from, int words) {
    begin(entry, Long.BYTES * (words + 1));
    for (int i = from; i < from + words; i++) {
      entries.putLong(payloads[i]);
    }
    entries.putLong(entry);
  }

  private void begin(long entry, int bytes) {
    int key = DeltaTables.key(entry);
    if (group(key, groupBits) != group) {
      putGroup();
      group = group(key, groupBits);
    }
    if (entries.remaining() < bytes + CHECK_BYTES) {
      int capacity = RunReader.capacity(entries, entries.position() + bytes + CHECK_BYTES);
      entries = RunReader.allocate(capacity).put(entries.flip());
    }
    if (filter != null) {
      filter.add(key);
    }
    if (counts != null) {
      counts.add(key);
    }
    if (count == 0 || key != lastKey) {
      lastKey = key;
      isRepeated = false;
    } else if (!isRepeated) {
      isRepeated = true;
      repeat(key);
    }
    count++;
  }

  private void repeat(int key) {
    if (repeated != null && repeated.hasRemaining()) {
      repeated.putInt(key);
    } else {
      repeated = null;
    }
  }

  /** The group of a key, of 2^groupBits. */
  static int group(int key, int groupBits) {
    return Keys.top(key, groupBits);
  }

  private void putGroup() {
    if (entries.position() > 0) {
      int end = entries.position();
      int check = check(entries.flip());
      entries.limit(end + CHECK_BYTES).putInt(end, check).position(0);
      out.put(key(groupKey, run, table, group), entries);
      entries.clear();
    }
  }

  /** The check of a group's entries, from 0 to the limit: their CRC-32C (RFC 3720). */
  static int check(ByteBuffer entries) {
    CRC32C check = new CRC32C();
    check.update(entries.rewind());
    return (int) check.getValue();
  }

  void endTable() {
    putGroup();
    if (repeated != null) {
      out.put(key(run, table, REPEATED), Arrays.copyOf(repeated.array(), repeated.position()));
    }
    if (filter != null) {
      out.put(key(run, table, FILTER), filter.build().encode());
    }
    allCounts[table] = counts == null ? null : counts.build();
    filter = null;
    repeated = null;
    shapes[2 * table] = groupBits;
    shapes[2 * table + 1] = count;
  }

  /** Stores a filter of all SimHashes with the run. */
  void setSimHashes(SimHashFilter filter) {
    simHashes = filter;
  }

  /** Makes the run durable and readable. */
  void finish() {
    for (int t = 0; t < allCounts.length; t++) {
      if (allCounts[t] != null) {
        out.put(key(run, COUNTS, t), allCounts[t].encode());
      }
    }
    if (simHashes != null) {
      out.put(key(run, COUNTS, SIM_HASHES), simHashes.encode());
    }
    out.put(key(run, TABLES, 0), bytes(shapes));
    out.ingest();
  }

  private static byte[] bytes(long[] longs) {
    byte[] bytes = new byte[Long.BYTES * longs.length];
    ByteBuffer.wrap(bytes).asLongBuffer().put(longs);
    return bytes;
  }

  static byte[] key(int run, int table, int group) {
    return key(ByteBuffer.allocate(KEY_BYTES), run, table, group).array();
  }

  /** The key of a group in a buffer that has room for it, from its beginning to the limit. */
  static ByteBuffer key(ByteBuffer to, int run, int table, int group) {
    return to.clear().putInt(run).put((byte) table).putInt(group).flip();
  }

  static byte[] filterKey(int run, int table) {
    return key(run, table, FILTER);
  }

  static byte[] repeatedKey(int run, int table) {
    return key(run, table, REPEATED);
  }

  static byte[] countsKey(int run, int table) {
    return key(run, COUNTS, table);
  }

  static byte[] simHashesKey(int run) {
    return key(run, COUNTS, SIM_HASHES);
  }

  static byte[] shapesKey(int run) {
    return key(run, TABLES, 0);
  }

  @Override
  public void close() {
    out.close();
  }
}

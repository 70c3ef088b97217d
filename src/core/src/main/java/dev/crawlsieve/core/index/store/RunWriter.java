package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes one {@link TableRun}, table by table, and makes all of it visible at once. */
final class RunWriter implements AutoCloseable {

  // A table's keys are divided into groups by their top bits. A read fetches one group.
  //
  // Key in RocksDB: number of the run u32, table u8, group u32; big-endian. Value: the group's
  // entries. An entry: the words of its EntryPayload, then key << 32 | local number, u64 each,
  // little-endian; entries are sorted by the latter (unsigned).
  //
  // After a table's groups, under higher group numbers: the keys with more than one entry, u32,
  // ascending, unless there are many; and the table's filter, if it has one. After all tables,
  // under table numbers of their own: the filter of SimHashes, if there is one; and for each table
  // log2 of its number of groups and the number of its entries.

  static final int KEY_BYTES = 9;

  /** Group numbers are below this. */
  static final int REPEATED = 0xfffffffe;

  private static final int FILTER = 0xffffffff;
  private static final int SIM_HASHES = 0xfe;
  private static final int TABLES = 0xff;

  /** Repeated keys are stored if there is at most one for this many entries. */
  private static final int ENTRIES_PER_REPEATED = 64;

  private static final int LEAST_REPEATED = 64;

  /** The average number of entries in a group is at least this, and less than twice this. */
  private static final int GROUP_ENTRIES = 32;

  private final int run;
  private final TableFiles out;
  private final long[] shapes;
  private @Nullable SimHashFilter simHashes;
  private KeyFilter.@Nullable Builder filter; // of the present table
  private @Nullable ByteBuffer repeated; // keys with more than one entry; null if there are many
  private int lastKey;
  private boolean isRepeated; // whether lastKey has more than one entry
  private final ByteBuffer groupKey = ByteBuffer.allocateDirect(KEY_BYTES);
  private ByteBuffer entries = RunReader.allocate(RunReader.FIRST_BYTES); // of the group
  private int table = -1;
  private int groupBits;
  private int group;
  private long count;

  RunWriter(RocksFolder files, TableRun.Id id, int tables) {
    run = id.number();
    out = new TableFiles(files, run);
    shapes = new long[2 * tables];
  }

  /**
   * Begins the next table.
   *
   * @param mostEntries a close upper bound of the number of its entries
   * @param filter receives the table's keys and is stored with the table; null for no filter
   */
  void beginTable(long mostEntries, KeyFilter.@Nullable Builder filter) {
    table++;
    this.filter = filter;
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
   * @param payloads holds the entry's payload: {@link EntryPayload#WORDS} longs from index {@code
   *     from} on
   */
  void add(long entry, long[] payloads, int from) {
    begin(entry);
    for (int i = from; i < from + EntryPayload.WORDS; i++) {
      entries.putLong(payloads[i]);
    }
    entries.putLong(entry);
  }

  private void begin(long entry) {
    int key = DeltaTables.key(entry);
    if (group(key, groupBits) != group) {
      putGroup();
      group = group(key, groupBits);
    }
    if (entries.remaining() < EntryPayload.ENTRY_BYTES) {
      int capacity = RunReader.capacity(entries, entries.position() + EntryPayload.ENTRY_BYTES);
      entries = RunReader.allocate(capacity).put(entries.flip());
    }
    if (filter != null) {
      filter.add(key);
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

  /** The group of a key, out of 2^groupBits. */
  static int group(int key, int groupBits) {
    return Keys.top(key, groupBits);
  }

  private void putGroup() {
    if (entries.position() > 0) {
      out.put(key(groupKey, run, table, group), entries.flip());
      entries.clear();
    }
  }

  void endTable() {
    putGroup();
    if (repeated != null) {
      out.put(key(run, table, REPEATED), Arrays.copyOf(repeated.array(), repeated.position()));
    }
    if (filter != null) {
      out.put(key(run, table, FILTER), filter.build().encode());
    }
    filter = null;
    repeated = null;
    shapes[2 * table] = groupBits;
    shapes[2 * table + 1] = count;
  }

  /** Sets the filter of all SimHashes, to be stored with the run. */
  void setSimHashes(SimHashFilter filter) {
    simHashes = filter;
  }

  /** Makes the run durable and readable. */
  void finish() {
    if (simHashes != null) {
      out.put(key(run, SIM_HASHES, 0), simHashes.encode());
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

  /** Writes the key of a group into a buffer, from 0 to the limit. */
  static ByteBuffer key(ByteBuffer to, int run, int table, int group) {
    return to.clear().putInt(run).put((byte) table).putInt(group).flip();
  }

  static byte[] filterKey(int run, int table) {
    return key(run, table, FILTER);
  }

  static byte[] repeatedKey(int run, int table) {
    return key(run, table, REPEATED);
  }

  static byte[] simHashesKey(int run) {
    return key(run, SIM_HASHES, 0);
  }

  static byte[] shapesKey(int run) {
    return key(run, TABLES, 0);
  }

  @Override
  public void close() {
    out.close();
  }
}

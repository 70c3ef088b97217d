package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * Every table of the layout for the leaders from one ordinal to another, in RocksDB; never changes.
 * {@link RunWriter} tells its form.
 *
 * <p>Any threads may read. Filters are set by one thread while nobody reads.
 */
final class TableRun {

  /** In fewer entries than that it is quicker to look at one after the other. */
  private static final int FEW = 16;

  /** Which run: its number in keys, and its leaders. */
  record Id(int number, long first, long next) {

    /** How many of the leaders have not expired. */
    long live(long expired) {
      return Math.max(0, next - Math.max(first, expired));
    }
  }

  private final Id id;
  private final KeyFilter[] filters;
  private final int[][] repeated; // keys of more than one entry, ascending; null if not known
  private boolean loaded;
  private final int[] groupBits;
  private final long[] entries;
  private final int[] entryShift; // log2 of an entry's bytes

  private TableRun(Id id, List<Table> tables, long[] shapes) {
    this.id = id;
    filters = new KeyFilter[tables.size()];
    repeated = new int[tables.size()][];
    groupBits = new int[tables.size()];
    entries = new long[tables.size()];
    entryShift = new int[tables.size()];
    for (int t = 0; t < tables.size(); t++) {
      groupBits[t] = (int) shapes[2 * t];
      entries[t] = shapes[2 * t + 1];
      entryShift[t] = hasPayload(tables.get(t)) ? 4 : 3;
    }
  }

  /** Whether entries of a table carry a payload. */
  static boolean hasPayload(Table table) {
    return table.payload() != Feature.NONE;
  }

  /**
   * Opens a run, without its filters.
   *
   * @throws IndexException if it is not there, or cannot be read
   */
  static TableRun open(RocksFolder files, Id id, List<Table> tables) {
    try {
      long[] shapes = longs(files, RunWriter.shapesKey(id.number()));
      if (shapes == null || shapes.length != 2 * tables.size()) {
        throw new IndexException(
            "run " + id.number() + " of the tables is missing in " + files.folder());
      }
      return new TableRun(id, tables, shapes);
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }

  /** Reads the filters, the first time. */
  void loadFilters(RocksFolder files) {
    if (loaded) {
      return;
    }
    try {
      for (int t = 0; t < filters.length; t++) {
        byte[] filter = files.db().get(files.tables(), RunWriter.filterKey(id.number(), t));
        filters[t] = filter == null ? null : KeyFilter.decode(filter);
        byte[] keys = files.db().get(files.tables(), RunWriter.repeatedKey(id.number(), t));
        repeated[t] = keys == null ? null : ints(keys);
      }
      loaded = true;
    } catch (RocksDBException e) {
      throw files.failed("read the filters", e);
    }
  }

  private static int[] ints(byte[] stored) {
    int[] ints = new int[stored.length / Integer.BYTES];
    ByteBuffer.wrap(stored).asIntBuffer().get(ints);
    return ints;
  }

  private static long[] longs(RocksFolder files, byte[] key) throws RocksDBException {
    byte[] stored = files.db().get(files.tables(), key);
    if (stored == null) {
      return null;
    }
    long[] longs = new long[stored.length / Long.BYTES];
    ByteBuffer.wrap(stored).asLongBuffer().get(longs);
    return longs;
  }

  Id id() {
    return id;
  }

  /** Ordinal of the first leader here. */
  long first() {
    return id.first();
  }

  /** One more than the ordinal of the last leader here. */
  long next() {
    return id.next();
  }

  /** Number of entries of a table. */
  long entries(int t) {
    return entries[t];
  }

  /** Bytes of an entry of a table. */
  int entryBytes(int t) {
    return 1 << entryShift[t];
  }

  /** A table's filter, or null. */
  KeyFilter filter(int t) {
    return filters[t];
  }

  /** Puts another filter in a table's place, or none. */
  void setFilter(int t, KeyFilter filter) {
    filters[t] = filter;
  }

  /** Heap bytes of the filters, and of the keys that are known to be repeated. */
  long filterBytes() {
    long bytes = repeatedBytes();
    for (KeyFilter filter : filters) {
      bytes += filter == null ? 0 : filter.bytes();
    }
    return bytes;
  }

  /** Heap bytes of the keys that are known to be repeated. */
  long repeatedBytes() {
    long bytes = 0;
    for (int[] keys : repeated) {
      bytes += keys == null ? 0 : LongPages.ARRAY_BYTES + (long) Integer.BYTES * keys.length;
    }
    return bytes;
  }

  /** Frees them: from now on copies that are known are read, too. */
  void forgetRepeated() {
    Arrays.fill(repeated, null);
  }

  /** Reads what a table's filter says of a key; the value means nothing. */
  int touch(int t, int key) {
    return filters[t] == null ? 0 : filters[t].touch(key);
  }

  /**
   * Adds the candidates of a bucket; returns how many entries count.
   *
   * @param expired leaders below this ordinal do not count
   */
  int scan(
      int t,
      Table table,
      int key,
      RunReader reader,
      Question question,
      long expired,
      Candidates candidates) {
    KeyFilter filter = filters[t];
    if (expired >= id.next() || (filter != null && !filter.mayHold(key))) {
      return 0;
    }
    Leader known = question.known(table, key, id.first(), id.next());
    if (known != null && isAlone(t, key)) {
      int distance = distance(table, question, table.payload().of(known.record()));
      if (distance <= table.within()) {
        candidates.add(known.ordinal(), distance, t);
      }
      return 1;
    }
    ByteBuffer group = reader.read(id.number(), t, RunWriter.group(key, groupBits[t]));
    question.countRead(group == null ? 0 : group.limit());
    if (group == null) {
      return 0;
    }
    int shift = entryShift[t];
    int end = group.limit() >> shift;
    int first = first(group, shift, key, Math.max(0, expired - id.first()));
    boolean compares = hasPayload(table);
    int within = table.within();
    int i = first;
    for (; i < end; i++) {
      long entry = entry(group, shift, i);
      if (DeltaTables.key(entry) != key) {
        break;
      }
      int distance = compares ? distance(table, question, group.getLong(i << shift)) : 0;
      if (distance <= within) {
        candidates.add(id.first() + (int) entry, distance, t);
      }
    }
    return i - first;
  }

  private static int distance(Table table, Question question, long payload) {
    return hasPayload(table) ? Long.bitCount(payload ^ question.payload(table.payload())) : 0;
  }

  /** Whether a key that is there surely has one entry. */
  private boolean isAlone(int t, int key) {
    int[] keys = repeated[t];
    if (keys == null) {
      return false;
    }
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(keys[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == keys.length || keys[low] != key;
  }

  private static long entry(ByteBuffer group, int shift, int i) {
    return group.getLong(((i + 1) << shift) - Long.BYTES);
  }

  /** The first entry that has at least this key, and of those with it this local. */
  private static int first(ByteBuffer group, int shift, int key, long local) {
    long least = ((long) key << 32 | local) + Long.MIN_VALUE; // unsigned
    int low = 0;
    int high = group.limit() >> shift;
    while (high - low > FEW) {
      int middle = (low + high) >>> 1;
      if (entry(group, shift, middle) + Long.MIN_VALUE < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < high && entry(group, shift, low) + Long.MIN_VALUE < least) {
      low++;
    }
    return low;
  }
}

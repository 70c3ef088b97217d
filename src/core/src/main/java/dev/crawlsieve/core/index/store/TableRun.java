package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.List;
import java.util.function.Supplier;

/**
 * A run: all tables of the layout for a range of leaders, in RocksDB. {@link RunWriter} describes
 * its stored form.
 *
 * <p>The files never change, and any thread may read them. Filters are set by one thread while no
 * other one reads.
 */
final class TableRun {

  /** Up to this many entries, a linear search is faster than a binary one. */
  private static final int FEW = 16;

  /** Identifies a run: its number, which is part of its keys, and its range of ordinals. */
  record Id(int number, long first, long next) {

    /** The number of its leaders that have not expired. */
    long live(long expired) {
      return Math.max(0, next - Math.max(first, expired));
    }
  }

  private final Id id;
  private final List<Table> tables;
  private final EntryPayload[] payloads; // by table
  private RunFilters filters;
  private boolean loaded; // whether the filters were loaded
  private final int[] groupBits;
  private final long[] entries;

  private TableRun(Id id, List<Table> tables, LongBuffer shapes) {
    this.id = id;
    this.tables = tables;
    payloads = tables.stream().map(EntryPayload::of).toArray(EntryPayload[]::new);
    filters = RunFilters.none(tables.size());
    groupBits = new int[tables.size()];
    entries = new long[tables.size()];
    for (int t = 0; t < tables.size(); t++) {
      groupBits[t] = (int) shapes.get();
      entries[t] = shapes.get();
    }
  }

  /**
   * Opens a run, without its filters.
   *
   * @throws dev.crawlsieve.core.index.IndexException if it is missing or cannot be read
   */
  static TableRun open(RocksFolder files, Id id, List<Table> tables) {
    byte[] shapes = files.ofRun(RunWriter.shapesKey(id.number()));
    if (shapes == null || shapes.length != 2 * Long.BYTES * tables.size()) {
      throw files.damaged(
          "run " + id.number() + " of the tables is missing in " + files.folder(), null);
    }
    return new TableRun(id, tables, ByteBuffer.wrap(shapes).asLongBuffer());
  }

  /** Reads the filters, on the first call. */
  void loadFilters(RocksFolder files) {
    if (!loaded) {
      filters = RunFilters.load(files, id.number(), tables.size());
      loaded = true;
    }
  }

  /** The filters; empty before {@link #loadFilters}. */
  RunFilters filters() {
    return filters;
  }

  Id id() {
    return id;
  }

  /** Number of entries of a table. */
  long entries(int t) {
    return entries[t];
  }

  /**
   * Adds the candidates in a bucket; returns how many of its live entries were read.
   *
   * @param readers returns the present thread's reader
   * @param expired leaders below this ordinal are skipped
   */
  int scan(
      int t,
      Table table,
      int key,
      Supplier<RunReader> readers,
      SoughtPage sought,
      long expired,
      Candidates candidates) {
    if (expired >= id.next()) {
      return 0;
    }
    EntryPayload payload = payloads[t];
    long[] page = sought.payload(payload);
    Leader known = sought.known(table, key, id.first(), id.next());
    if (known != null && filters.isAlone(t, key)) {
      long[] carried = new long[EntryPayload.WORDS];
      payload.copy(known.record(), carried, 0);
      int distance = payload.distance(carried[0], carried[1], page);
      boolean other = payload.toldApart(carried[0], carried[1], page);
      if (distance <= table.within()
          && (!other || sought.mayMatchOther(table.payload(), carried[0]))) {
        candidates.add(known.ordinal(), distance, t);
      }
      return 1;
    }
    ByteBuffer group = readers.get().read(id.number(), t, RunWriter.group(key, groupBits[t]));
    sought.countRead(group == null ? 0 : group.limit());
    if (group == null) {
      return 0;
    }
    int bytes = EntryPayload.ENTRY_BYTES;
    int first = first(group, bytes, key, Math.max(0, expired - id.first()));
    int within = table.within();
    Feature feature = table.payload();
    int at = first;
    for (; at < group.limit(); at += bytes) {
      long entry = group.getLong(at + bytes - Long.BYTES);
      if (DeltaTables.key(entry) != key) {
        break;
      }
      long one = group.getLong(at);
      long two = group.getLong(at + Long.BYTES);
      int distance = payload.distance(one, two, page);
      if (distance <= within
          && (!payload.toldApart(one, two, page) || sought.mayMatchOther(feature, one))) {
        candidates.add(id.first() + (int) entry, distance, t);
      }
    }
    return (at - first) / bytes;
  }

  /** Position of the first entry whose key and local number are at least these. */
  private static int first(ByteBuffer group, int bytes, int key, long local) {
    long least = ((long) key << 32 | local) + Long.MIN_VALUE; // unsigned
    int low = 0;
    int high = group.limit() / bytes;
    while (high - low > FEW) {
      int middle = (low + high) >>> 1;
      if (entry(group, bytes, middle) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < high && entry(group, bytes, low) < least) {
      low++;
    }
    return low * bytes;
  }

  /** An entry with the sign bit flipped, so that signed order is the unsigned order of keys. */
  private static long entry(ByteBuffer group, int bytes, int i) {
    return group.getLong((i + 1) * bytes - Long.BYTES) + Long.MIN_VALUE;
  }
}

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A delta: all tables of the layout for the newest leaders, in memory, in primitive arrays.
 *
 * <p>The caller ensures that there is either one writer or any number of readers.
 */
final class DeltaTables {

  // Entries hold a leader's local number. Payloads are stored once per leader, not per entry, in
  // columns indexed by local number, one for each feature that tables carry. Bytes per leader: 8
  // for each column (24 for the column of sketches), about 6 for a table whose buckets hold one
  // leader (content, bands), about 10 for a table whose buckets are full.
  //
  // The memory bound covers everything here and what the next leader may allocate: a page of each
  // column, and a second copy of the largest segment while it grows. If the memory is more than a
  // few MB, a segment takes at most 3 thousandths of it. Not covered: several tables may grow with
  // one leader, each by an eighth to two fifths of a segment.

  private static final int LEAST_EXPIRED = 32;

  /**
   * Leaders added in one batch, few enough that the memory they touch stays in the nearest caches.
   */
  private static final int AT_ONCE = 128;

  /** A slot, and an entry in a bucket that has just doubled. */
  private static final long MOST_ENTRY_BYTES = 64;

  /** Keys of at least this many bits mostly have one entry each. */
  private static final int LONG_KEY_BITS = 24;

  // Measured at one to ten million leaders, by `bench index`.
  private static final double SLOT_BYTES = 6.0;
  private static final double CELL_BYTES = 8.0;

  /** The most leaders for which indexes into a column fit an {@code int}. */
  private static final int MOST = Integer.MAX_VALUE / SketchColumn.LONGS - 1;

  private final TableLayout layout;
  private final Table[] tables;
  private final long first;
  private final LeaderColumns columns;
  private final Buckets.Payloads[] payloads; // of each table
  private final Buckets[] buckets;
  private int count;
  private volatile Found found = new Found(null, new long[0], new int[0], 0);

  /**
   * The result of the last lookup. {@link #add} reuses it, since a page that is new is added next.
   */
  private record Found(@Nullable ComparedPage page, long[] keys, int[] values, int count) {}

  /**
   * Empty tables.
   *
   * @param first ordinal of the first leader that will be added
   * @param maxBytes approximate bound of their heap bytes; decides the size of pages and segments
   */
  DeltaTables(TableLayout layout, long first, long maxBytes) {
    List<Table> all = layout.tables();
    this.layout = layout;
    this.tables = all.toArray(new Table[0]);
    this.first = first;
    int pageShift = Math.max(7, Math.min(16, log2(maxBytes) - 13));
    int segmentBits = segmentBits(log2(maxBytes / tables.length));
    columns = new LeaderColumns(layout, pageShift);
    buckets = new Buckets[tables.length];
    payloads = new Buckets.Payloads[tables.length];
    for (int t = 0; t < tables.length; t++) {
      buckets[t] = new Buckets(segmentBits, hasLongKeys(tables[t]));
      payloads[t] = columns.payloads(tables[t].payload());
    }
  }

  /**
   * Few segments, so that they stay in the nearest cache, but enough that none exceeds one or two
   * MB.
   */
  private static int segmentBits(int tableBits) {
    int few = Math.max(0, Math.min(6, tableBits - 16));
    return Math.max(few, Math.min(10, tableBits - 20));
  }

  /** Roughly how many bytes a leader takes in the tables of a layout. */
  static double bytesPerLeader(TableLayout layout) {
    double bytes = 0;
    for (Table table : layout.tables()) {
      bytes += hasLongKeys(table) ? SLOT_BYTES : CELL_BYTES;
    }
    return bytes + LeaderColumns.bytesPerLeader(layout);
  }

  private static boolean hasLongKeys(Table table) {
    return table.keyBits() >= LONG_KEY_BITS;
  }

  /**
   * Adds the leader with the ordinal {@link #next}.
   *
   * @param maxBytes bound on {@link #bytes}
   * @return a meaningless number, which keeps the compiler from removing the prefetching reads
   */
  int add(ComparedPage leader, long maxBytes) {
    boolean ample = isAmple(1, maxBytes);
    columns.set(count, leader);
    Found known = found;
    boolean holds =
        known.page == leader && known.count == count && known.keys.length == tables.length;
    long[] keys = holds ? known.keys : layout.keys(leader, tables.length);
    int[] values = holds ? known.values : values(leader, keys);
    int touched = values[keys.length];
    for (int t = 0; t < keys.length; t++) {
      if (keys[t] != 0) {
        int key = Keys.high(keys[t]);
        touched += buckets[t].segment(key).touchFree(key, values[t]);
      }
    }
    for (int t = 0; t < keys.length; t++) {
      if (keys[t] != 0) {
        buckets[t].add(Keys.high(keys[t]), values[t], count, payloads[t], ample);
      }
    }
    count++;
    return touched;
  }

  /**
   * Adds leaders, the first with the ordinal {@link #next}, on all cores: tables are independent.
   *
   * @param maxBytes bound on {@link #bytes}; the leaders must {@linkplain #hasRoom fit}
   * @return a meaningless number, which keeps the compiler from removing the prefetching reads
   */
  int addAll(List<ComparedPage> leaders, long maxBytes) {
    int size = leaders.size();
    boolean ample = isAmple(size, maxBytes);
    for (int i = 0; i < size; i++) {
      columns.set(count + i, leaders.get(i));
    }
    long[][] keys = new long[tables.length][size];
    IntStream.rangeClosed(0, (size - 1) / AT_ONCE)
        .parallel()
        .forEach(some -> setKeys(keys, leaders, AT_ONCE * some));
    int touched =
        IntStream.range(0, tables.length).parallel().map(t -> addAll(t, keys[t], ample)).sum();
    count += size;
    return touched;
  }

  /** Sets the keys of some leaders in all tables: each record is read once, not once per table. */
  private void setKeys(long[][] keys, List<ComparedPage> leaders, int from) {
    for (int i = from; i < Math.min(from + AT_ONCE, leaders.size()); i++) {
      long[] ofLeader = layout.keys(leaders.get(i), tables.length);
      for (int t = 0; t < tables.length; t++) {
        keys[t][i] = ofLeader[t];
      }
    }
  }

  /**
   * Adds leaders to a table; returns a meaningless number.
   *
   * @param wholeKeys the leaders' keys, 0 for leaders that the table does not hold
   */
  private int addAll(int t, long[] wholeKeys, boolean ample) {
    // Separate loops, as in values(), so that the cache misses of many leaders overlap.
    int[] keys = new int[Math.min(AT_ONCE, wholeKeys.length)];
    BucketSegment[] segments = new BucketSegment[keys.length];
    int[] places = new int[keys.length];
    int[] values = new int[keys.length];
    int touched = 0;
    for (int from = 0; from < wholeKeys.length; from += keys.length) {
      int size = Math.min(keys.length, wholeKeys.length - from);
      for (int i = 0; i < size; i++) {
        keys[i] = Keys.high(wholeKeys[from + i]);
        segments[i] = buckets[t].segment(keys[i]);
        places[i] = segments[i].place(keys[i]);
      }
      for (int i = 0; i < size; i++) {
        touched += segments[i].touch(places[i]);
      }
      for (int i = 0; i < size; i++) {
        values[i] = segments[i].match(keys[i], places[i]);
        touched += values[i] == 0 ? 0 : segments[i].touch(keys[i], places[i], values[i]);
      }
      for (int i = 0; i < size; i++) {
        values[i] = values[i] == 0 ? KeySlots.NONE : segments[i].value(keys[i], values[i]);
        touched += segments[i].touchFree(keys[i], values[i]);
      }
      for (int i = 0; i < size; i++) {
        if (wholeKeys[from + i] != 0) {
          // values[i] may be outdated: an earlier leader may share the key
          int value = segments[i].value(keys[i]);
          buckets[t].add(keys[i], value, count + from + i, payloads[t], ample);
        }
      }
    }
    return touched;
  }

  /** Whether this many leaders are certain to fit, even if all arrays grow because of them. */
  boolean hasRoom(int leaders, long maxBytes) {
    long held = bytes();
    return held + held / Buckets.GROWTH_PART + mostAdded(leaders) <= maxBytes
        && count < MOST - leaders
        && !hasLongBucket();
  }

  /** Whether this many leaders would fit even if all arrays doubled. */
  private boolean isAmple(int leaders, long maxBytes) {
    return 2 * (bytes() + mostAdded(leaders)) <= maxBytes;
  }

  /** The most bytes that some leaders add, including copies during growth. */
  private long mostAdded(int leaders) {
    return tables.length * (spikeBytes() + leaders * MOST_ENTRY_BYTES);
  }

  /**
   * Finds a page's bucket in each of some tables, for {@link #scan}.
   *
   * @param keys a key for each table from 0, or 0 to skip a table; the array is retained
   * @return for each table a reference to the bucket, or {@link KeySlots#NONE}; then one
   *     meaningless element. Valid until a leader is added; the array is retained
   */
  int[] values(ComparedPage page, long[] keys) {
    // Most of a lookup's cost is cache misses. Separate loops let the misses of all tables overlap:
    // the first loop computes places, the second loads the tags there, the third the words of slots
    // with an equal tag, the fourth the beginnings of buckets, and the last the rest of long
    // buckets.
    BucketSegment[] segments = new BucketSegment[keys.length];
    int[] places = new int[keys.length];
    for (int t = 0; t < keys.length; t++) {
      if (keys[t] != 0) {
        int key = Keys.high(keys[t]);
        segments[t] = buckets[t].segment(key);
        places[t] = segments[t].place(key);
      }
    }
    int touched = 0;
    for (int t = 0; t < keys.length; t++) {
      touched += segments[t] == null ? 0 : segments[t].touch(places[t]);
    }
    int[] values = new int[keys.length + 1];
    for (int t = 0; t < keys.length; t++) {
      if (segments[t] != null) {
        int key = Keys.high(keys[t]);
        values[t] = segments[t].match(key, places[t]);
        touched += values[t] == 0 ? 0 : segments[t].touch(key, places[t], values[t]);
      }
    }
    for (int t = 0; t < keys.length; t++) {
      int key = Keys.high(keys[t]);
      values[t] = values[t] == 0 ? KeySlots.NONE : segments[t].value(key, values[t]);
      touched += values[t] == KeySlots.NONE ? 0 : segments[t].touchBucket(values[t]);
    }
    for (int t = 0; t < keys.length; t++) {
      touched += values[t] == KeySlots.NONE ? 0 : segments[t].touchRest(values[t]);
    }
    values[keys.length] = touched; // or the compiler would remove the reads
    found = new Found(page, keys, values, count);
    return values;
  }

  /**
   * Adds the candidates in a bucket; returns the number of its live entries.
   *
   * @param value the bucket, from {@link #values}
   * @param expired leaders below this ordinal are skipped
   */
  int scan(int t, long key, int value, SoughtPage sought, long expired, Candidates candidates) {
    if (value == KeySlots.NONE) {
      return 0;
    }
    int from = (int) Math.min(count, Math.max(0, expired - first));
    Feature feature = tables[t].payload();
    return buckets[t]
        .segment(Keys.high(key))
        .scan(
            value,
            new Probe(
                candidates,
                payloads[t],
                feature,
                columns.sketches(),
                columns.names(),
                sought,
                first,
                t,
                tables[t].within(),
                from));
  }

  /** Writes pieces one after another, and lets no leader be added while it writes one. */
  interface Pieces {

    void write(ChunkOutput.Piece piece) throws IOException;
  }

  /**
   * Writes the tables; between two pieces leaders may be added.
   *
   * @return an upper bound of the number of leaders in any part; parts with fewer leaders are
   *     completed when they are read
   */
  int write(ChunkOutput out, Pieces pieces) throws IOException {
    for (Buckets table : buckets) {
      out.putInt(table.segments());
      for (int i = 0; i < table.segments(); i++) {
        int segment = i;
        pieces.write(() -> table.write(segment, out, count));
      }
    }
    int[] most = new int[1];
    pieces.write(
        () -> {
          most[0] = count;
          out.putInt(count);
        });
    columns.write(out, most[0], pieces);
    return most[0];
  }

  /**
   * Reads tables that were written with the same layout and bound. The result has the leaders that
   * are in all parts; later leaders must be added, even if some parts already have their entries.
   *
   * @throws IOException if the file is damaged or was written with another layout or bound
   */
  static DeltaTables read(ChunkInput in, TableLayout layout, long first, long maxBytes)
      throws IOException {
    DeltaTables read = new DeltaTables(layout, first, maxBytes);
    int complete = Integer.MAX_VALUE;
    for (Buckets table : read.buckets) {
      complete = Math.min(complete, table.read(in));
    }
    int most = in.getInt();
    read.columns.read(in, most);
    read.count = complete;
    return read;
  }

  /** Whether at least half of the leaders, and more than a few, have expired. */
  boolean mostlyExpired(long expired) {
    long gone = Math.min(count, expired - first);
    return gone >= LEAST_EXPIRED && gone >= count - gone;
  }

  /** One more than the highest ordinal in the delta. */
  long next() {
    return first + count;
  }

  /** Ordinal of the first leader in the delta. */
  long first() {
    return first;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether another leader might not fit. */
  boolean full(long maxBytes) {
    return bytes() + spikeBytes() > maxBytes || count == MOST || hasLongBucket();
  }

  private boolean hasLongBucket() {
    boolean has = false;
    for (Buckets table : buckets) {
      has |= table.hasLongBucket();
    }
    return has;
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = columns.bytes();
    for (Buckets table : buckets) {
      bytes += table.bytes();
    }
    return bytes;
  }

  /** The most heap bytes that adding the next leader may take temporarily. */
  long spikeBytes() {
    long largest = 0;
    for (Buckets table : buckets) {
      largest = Math.max(largest, table.spikeBytes());
    }
    return columns.pageBytes() + largest;
  }

  /** The number of parts that {@link #sortedEntries} divides a table into. */
  int parts(int t) {
    return buckets[t].segments();
  }

  /**
   * The entries of one part of a table as {@code key << 32 | local}, sorted by key (unsigned), then
   * by local number; the parts follow one another in that order.
   */
  long[] sortedEntries(int t, int part) {
    return buckets[t].sortedEntries(part);
  }

  /** The key of a sorted entry. */
  static int key(long sortedEntry) {
    return (int) (sortedEntry >>> 32);
  }

  /** Number of entries in a table. */
  long entries(int t) {
    return buckets[t].entries();
  }

  /**
   * The payloads that the leaders' entries will have in a run, by local number.
   *
   * @return {@link EntryPayload#WORDS} longs per leader; empty if no table has this payload
   */
  long[] payloads(EntryPayload payload) {
    boolean has = Arrays.stream(tables).anyMatch(table -> EntryPayload.of(table) == payload);
    long[] all = new long[has ? Math.multiplyExact(EntryPayload.WORDS, count) : 0];
    if (has) {
      columns.payloads(payload, count, all);
    }
    return all;
  }

  /**
   * Passes each leader's SimHash to a consumer; at least one table must carry SimHashes.
   *
   * @param expired leaders below this ordinal are skipped
   */
  void simHashes(long expired, LongConsumer taker) {
    columns.simHashes((int) Math.min(count, Math.max(0, expired - first)), count, taker);
  }

  private static int log2(long x) {
    return 63 - Long.numberOfLeadingZeros(Math.max(1, x));
  }
}

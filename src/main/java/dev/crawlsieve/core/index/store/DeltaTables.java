package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.name.PageName;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The newest leaders in memory: every table of the layout, in primitive arrays.
 *
 * <p>One writer at a time, or any number of readers; the caller sees to that.
 */
final class DeltaTables {

  // Leaders have local numbers from 0, and one column per feature that tables carry; entries hold
  // the local number. In bytes a leader: 8 for each column, 24 for the sketches', about 6 for a
  // table whose buckets hold one leader (content, bands), about 10 for one whose buckets are full.
  //
  // The bound holds for everything here and for what the next leader may allocate: a page of each
  // column, and the largest segment held twice while it grows. A segment is at most 3 thousandths
  // of the memory where that is more than a few MB. Not counted: that several tables may grow with
  // one leader, and keep an eighth to two fifths of a segment each.

  private static final int LEAST_EXPIRED = 32;

  /** So many cache lines, and what is written beside them, stay in the nearest caches. */
  private static final int AT_ONCE = 128;

  /** A slot, and an entry in a bucket that has just got room for as many more. */
  private static final long MOST_ENTRY_BYTES = 64;

  /** From so many bits on most of a table's keys have one entry. */
  private static final int LONG_KEY_BITS = 24;

  // Measured at one to ten million leaders, by `bench index`.
  private static final double SLOT_BYTES = 6.0;
  private static final double CELL_BYTES = 8.0;
  private static final int SKETCH_BYTES = 26;
  private static final int SIMHASH_BYTES = 8;
  private static final int NAME_BYTES = 8;

  /** Beyond it places in a column would be no {@code int}s. */
  private static final int MOST = Integer.MAX_VALUE / SketchColumn.LONGS - 1;

  private final TableLayout layout;
  private final Table[] tables;
  private final long first;
  private final LongPages simhashes; // null if no table carries them
  private final SketchColumn sketches; // null if no table is one of bands
  private final LongPages names; // null if the detector does not compare names
  private final Payloads[] payloads; // of each table
  private final Buckets[] buckets;
  private int count;
  private volatile Found found = new Found(null, new long[0], new int[0], 0);

  /** What was found last, and how many leaders there were: a page that is new is added next. */
  private record Found(LeaderRecord page, long[] keys, int[] values, int count) {}

  /**
   * Empty tables.
   *
   * @param first ordinal of the first leader that will be added
   * @param maxBytes heap bytes that they may grow to, about; decides how large the pieces are
   */
  DeltaTables(TableLayout layout, long first, long maxBytes) {
    List<Table> all = layout.tables();
    this.layout = layout;
    this.tables = all.toArray(new Table[0]);
    this.first = first;
    int pageShift = Math.max(7, Math.min(16, log2(maxBytes) - 13));
    int segmentBits = segmentBits(log2(maxBytes / tables.length));
    simhashes = carries(Feature.SIMHASH) ? new LongPages(pageShift) : null;
    sketches = carries(Feature.SKETCH_BITS) ? new SketchColumn(pageShift) : null;
    names = comparesNames(layout) ? new LongPages(pageShift) : null;
    buckets = new Buckets[tables.length];
    payloads = new Payloads[tables.length];
    for (int t = 0; t < tables.length; t++) {
      buckets[t] = new Buckets(segmentBits, hasLongKeys(tables[t]));
      payloads[t] =
          switch (tables[t].payload()) {
            case NONE -> names == null ? null : new Names(names);
            case SIMHASH -> simhashes;
            case SKETCH_BITS -> names == null ? sketches : new NamedSketches(sketches, names);
          };
    }
  }

  /** Names whose entries have their tags beside them. */
  private record Names(LongPages names) implements Payloads {

    @Override
    public long get(int local) {
      return names.get(local);
    }

    @Override
    public int folded(int local) {
      return PageName.tag(names.get(local));
    }
  }

  /** Sketches whose entries have tags of names beside them. */
  private record NamedSketches(SketchColumn sketches, LongPages names) implements Payloads {

    @Override
    public long get(int local) {
      return sketches.get(local);
    }

    @Override
    public int folded(int local) {
      return PageName.tag(names.get(local));
    }
  }

  /** Few segments stay in the nearest cache; with more of them none is above one or two MB. */
  private static int segmentBits(int tableBits) {
    int few = Math.max(0, Math.min(6, tableBits - 16));
    return Math.max(few, Math.min(10, tableBits - 20));
  }

  private static boolean comparesNames(TableLayout layout) {
    return !layout.detector().matchesOthers();
  }

  private boolean carries(Feature feature) {
    return carries(Arrays.asList(tables), feature);
  }

  private static boolean carries(List<Table> tables, Feature feature) {
    return tables.stream().anyMatch(table -> table.payload() == feature);
  }

  /** Roughly how many bytes a leader takes in tables of a layout. */
  static double bytesPerLeader(TableLayout layout) {
    double bytes = 0;
    for (Table table : layout.tables()) {
      bytes += hasLongKeys(table) ? SLOT_BYTES : CELL_BYTES;
    }
    bytes += carries(layout.tables(), Feature.SKETCH_BITS) ? SKETCH_BYTES : 0;
    bytes += comparesNames(layout) ? NAME_BYTES : 0;
    return bytes + (carries(layout.tables(), Feature.SIMHASH) ? SIMHASH_BYTES : 0);
  }

  private static boolean hasLongKeys(Table table) {
    return table.keyBits() >= LONG_KEY_BITS;
  }

  /**
   * Adds the leader with the ordinal {@link #next}.
   *
   * @param maxBytes heap bytes that all may take
   * @return what means nothing, or reads would be dropped as being of no use
   */
  int add(LeaderRecord leader, long maxBytes) {
    boolean ample = isAmple(1, maxBytes);
    setColumns(count, leader);
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
   * Adds leaders of which the first has the ordinal {@link #next}, on all cores: no table needs
   * another one.
   *
   * @param maxBytes heap bytes that all may take; there is {@link #hasRoom room}
   * @return what means nothing, or reads would be dropped as being of no use
   */
  int addAll(List<LeaderRecord> leaders, long maxBytes) {
    boolean ample = isAmple(leaders.size(), maxBytes);
    for (int i = 0; i < leaders.size(); i++) {
      setColumns(count + i, leaders.get(i));
    }
    int touched =
        IntStream.range(0, tables.length).parallel().map(t -> addAll(t, leaders, ample)).sum();
    count += leaders.size();
    return touched;
  }

  /** Adds leaders to a table; returns what means nothing. */
  private int addAll(int t, List<LeaderRecord> leaders, boolean ample) {
    // As in values(): loops of their own, so that the cache misses of many leaders overlap.
    int[] keys = new int[Math.min(AT_ONCE, leaders.size())];
    boolean[] held = new boolean[keys.length];
    BucketSegment[] segments = new BucketSegment[keys.length];
    int[] places = new int[keys.length];
    int[] values = new int[keys.length];
    int touched = 0;
    for (int from = 0; from < leaders.size(); from += keys.length) {
      int size = Math.min(keys.length, leaders.size() - from);
      for (int i = 0; i < size; i++) {
        LeaderRecord leader = leaders.get(from + i);
        held[i] = tables[t].holds(leader);
        keys[i] = held[i] ? Keys.high(tables[t].key(leader)) : 0;
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
        if (held[i]) { // the value may be another one by now
          int value = segments[i].value(keys[i]);
          buckets[t].add(keys[i], value, count + from + i, payloads[t], ample);
        }
      }
    }
    return touched;
  }

  private void setColumns(int local, LeaderRecord leader) {
    if (simhashes != null) {
      simhashes.ensure(local + 1);
      simhashes.set(local, leader.simhash());
    }
    if (sketches != null) {
      sketches.set(local, leader);
    }
    if (names != null) {
      names.ensure(local + 1);
      names.set(local, leader.nameSummary());
    }
  }

  /** Whether so many leaders surely fit into so many bytes, whatever grows because of them. */
  boolean hasRoom(int leaders, long maxBytes) {
    long held = bytes();
    return held + held / 4 + mostAdded(leaders) <= maxBytes
        && count < MOST - leaders
        && !hasLongBucket();
  }

  /** Whether so many leaders would fit even if everything became twice as large. */
  private boolean isAmple(int leaders, long maxBytes) {
    return 2 * (bytes() + mostAdded(leaders)) <= maxBytes;
  }

  /** Most bytes that some leaders take, and what grows because of them takes for a moment. */
  private long mostAdded(int leaders) {
    return tables.length * (spikeBytes() + leaders * MOST_ENTRY_BYTES);
  }

  /**
   * What names a page's entries in each of some tables.
   *
   * @param keys a key for each table from 0, or 0 where none is asked for; kept
   * @return {@link KeySlots#NONE} where there are none; one element more, which means nothing.
   *     Holds until a leader is added, and is kept
   */
  int[] values(LeaderRecord page, long[] keys) {
    // Loops of their own, so that the cache misses of all tables overlap: they are most of what a
    // lookup costs. The first one finds places, so that the second one is short and brings in the
    // tags there for all tables at once. The third one brings in the words of those that agree, the
    // fourth one where buckets begin, and the last one the rest of those that are long.
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
    values[keys.length] = touched; // or the reads would be dropped as being of no use
    found = new Found(page, keys, values, count);
    return values;
  }

  /**
   * Adds the candidates among a page's entries in a table; returns how many entries count.
   *
   * @param value what names them, of {@link #values}
   * @param expired leaders below this ordinal do not count
   */
  int scan(int t, long key, int value, Question question, long expired, Candidates candidates) {
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
                sketches,
                names,
                question,
                first,
                t,
                question.payload(feature),
                tables[t].within(),
                from));
  }

  /** Whether at least half of the leaders here, and more than a few, have expired. */
  boolean mostlyExpired(long expired) {
    long gone = Math.min(count, expired - first);
    return gone >= LEAST_EXPIRED && gone >= count - gone;
  }

  /** One more than the highest ordinal here. */
  long next() {
    return first + count;
  }

  /** Ordinal of the first leader here. */
  long first() {
    return first;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether another leader might not fit into so many bytes. */
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
    long bytes = simhashes == null ? 0 : simhashes.bytes();
    bytes += sketches == null ? 0 : sketches.bytes();
    bytes += names == null ? 0 : names.bytes();
    for (Buckets table : buckets) {
      bytes += table.bytes();
    }
    return bytes;
  }

  /** Most heap bytes that the next leader takes for a moment, see {@link #full}. */
  long spikeBytes() {
    long bytes = simhashes == null ? 0 : simhashes.pageBytes();
    bytes += sketches == null ? 0 : sketches.pageBytes();
    bytes += names == null ? 0 : names.pageBytes();
    long largest = 0;
    for (Buckets table : buckets) {
      largest = Math.max(largest, table.spikeBytes());
    }
    return bytes + largest;
  }

  /** Number of parts that a table's entries come in. */
  int parts(int t) {
    return buckets[t].segments();
  }

  /**
   * A table's entries in one part as {@code key << 32 | local}, by key (unsigned), then by local;
   * the parts are in that order too.
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
   * What entries carry in a run, by local number; empty if no table has such entries.
   *
   * @return {@link EntryPayload#words} for each leader
   */
  long[] payloads(EntryPayload payload) {
    boolean has = Arrays.stream(tables).anyMatch(table -> EntryPayload.of(table) == payload);
    long[] all = new long[has ? Math.multiplyExact(payload.words(), count) : 0];
    for (int local = 0; local < count && has; local++) {
      switch (payload) {
        case NAME -> all[local] = name(local);
        case SIMHASH -> {
          all[payload.words() * local] = simhashes.get(local);
          all[payload.words() * local + 1] = name(local);
        }
        case SKETCH -> {
          int at = payload.words() * local;
          sketches.sample(local, all, at);
          all[at + 1] = SketchColumn.withDigest(all[at + 1], PageName.digest(name(local)));
        }
      }
    }
    return all;
  }

  /** A summary that says nothing where names are not compared. */
  private long name(int local) {
    return names == null ? 0 : names.get(local);
  }

  /**
   * Goes through the SimHashes of leaders, which tables must carry.
   *
   * @param expired leaders below this ordinal are passed over
   */
  void simHashes(long expired, LongConsumer taker) {
    for (int local = (int) Math.min(count, Math.max(0, expired - first)); local < count; local++) {
      taker.accept(simhashes.get(local));
    }
  }

  private static int log2(long x) {
    return 63 - Long.numberOfLeadingZeros(Math.max(1, x));
  }
}

package dev.crawlsieve.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Every table of the layout for the leaders from one ordinal to another, in one file that never
 * changes; {@link RunWriter} tells its form.
 *
 * <p>Any threads may read. Filters are set by one thread while nobody reads.
 */
final class TableRun {

  /** In fewer entries than that it is quicker to look at one after the other. */
  private static final int FEW = 16;

  /** Which run: the number in its file's name, and its leaders. */
  record Id(long number, long first, long next) {}

  private final Id id;
  private final MappedFile file;
  private final KeyFilter[] filters;
  private final long[] directoryAt;
  private final int[] groupBits;
  private final long[] entriesAt;
  private final long[] entries;
  private final int[] entryShift; // log2 of an entry's bytes
  private final long sketchesAt;

  private TableRun(Id id, MappedFile file, long[] header, List<Table> tables, KeyFilter[] filters) {
    this.id = id;
    this.file = file;
    this.filters = filters;
    directoryAt = new long[tables.size()];
    groupBits = new int[tables.size()];
    entriesAt = new long[tables.size()];
    entries = new long[tables.size()];
    entryShift = new int[tables.size()];
    for (int t = 0; t < tables.size(); t++) {
      int at = RunWriter.HEADER_LONGS + RunWriter.TABLE_LONGS * t;
      directoryAt[t] = header[at];
      groupBits[t] = (int) header[at + 1];
      entriesAt[t] = header[at + 2];
      entries[t] = header[at + 3];
      entryShift[t] = inPlace(tables.get(t)) ? 4 : 3;
    }
    sketchesAt = header[3];
  }

  /** Whether entries of a table carry their payload themselves. */
  static boolean inPlace(Table table) {
    return table.payload() == Feature.SIMHASH;
  }

  /** Whether the tables need the sketches of their leaders. */
  static boolean needSketches(List<Table> tables) {
    return tables.stream().anyMatch(table -> table.payload() == Feature.SKETCH_BITS);
  }

  /**
   * Opens a run's file.
   *
   * @param filters of each table, or null to read them
   * @throws IOException if it cannot be read, or is not as it was written
   */
  static TableRun open(Id id, Path path, List<Table> tables, KeyFilter[] filters)
      throws IOException {
    MappedFile file = MappedFile.open(path);
    long[] header = new long[RunWriter.headerLongs(tables.size())];
    if (file.bytes() < 8L * header.length) {
      throw new IOException(path + " is cut off");
    }
    for (int i = 0; i < header.length; i++) {
      header[i] = file.longAt(8L * i);
    }
    if (header[0] != RunWriter.MAGIC
        || header[1] != file.bytes()
        || header[2] != tables.size()
        || header[header.length - 1] != RunWriter.checksum(header)) {
      throw new IOException(path + " is damaged");
    }
    return new TableRun(
        id, file, header, tables, filters == null ? filters(file, header) : filters.clone());
  }

  private static KeyFilter[] filters(MappedFile file, long[] header) {
    KeyFilter[] filters = new KeyFilter[(int) header[2]];
    for (int t = 0; t < filters.length; t++) {
      int at = RunWriter.HEADER_LONGS + RunWriter.TABLE_LONGS * t + 4;
      long[] words = new long[(int) header[at + 1]];
      for (int i = 0; i < words.length; i++) {
        words[i] = file.longAt(header[at] + 8L * i);
      }
      filters[t] = words.length == 0 ? null : KeyFilter.of(words);
    }
    return filters;
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

  /** How many of the leaders here have not expired. */
  long live(long expired) {
    return Math.max(0, id.next() - Math.max(id.first(), expired));
  }

  /** Number of entries of a table. */
  long entries(int t) {
    return entries[t];
  }

  /** A table's filter, or null. */
  KeyFilter filter(int t) {
    return filters[t];
  }

  /** Puts another filter in a table's place, or none. */
  void setFilter(int t, KeyFilter filter) {
    filters[t] = filter;
  }

  /** Heap bytes of the filters. */
  long filterBytes() {
    long bytes = 0;
    for (KeyFilter filter : filters) {
      bytes += filter == null ? 0 : filter.bytes();
    }
    return bytes;
  }

  /** Entries that a key may be among, as {@code from << 32 | to}, or 0 if it is not there. */
  long group(int t, int key) {
    KeyFilter filter = filters[t];
    if (filter != null && !filter.mayHold(key)) {
      return 0;
    }
    long at = directoryAt[t] + 4L * RunWriter.group(key, groupBits[t]);
    long from = file.intAt(at);
    long to = file.intAt(at + 4);
    return from == to ? 0 : from << 32 | to;
  }

  /** Reads the start of a group; the value means nothing. */
  long touch(int t, long group) {
    return file.longAt(entriesAt[t] + (group >>> 32 << entryShift[t]));
  }

  /** An entry of a table, {@code key << 32 | local}. */
  long entry(int t, long i) {
    return file.longAt(entriesAt[t] + ((i + 1) << entryShift[t]) - 8);
  }

  /** What an entry carries in place. */
  long payload(int t, long i) {
    return file.longAt(entriesAt[t] + (i << entryShift[t]));
  }

  /** A quarter of a leader's sketch. */
  long sketch(int local, int quarter) {
    return file.longAt(sketchesAt + 8L * ((long) SketchColumn.LONGS * local + quarter));
  }

  /**
   * Adds the candidates of a bucket; returns how many entries count.
   *
   * @param group what {@link #group} said
   * @param expired leaders below this ordinal do not count
   */
  int scan(
      int t,
      Table table,
      int key,
      long group,
      Question question,
      long expired,
      Candidates candidates) {
    if (expired >= id.next()) {
      return 0;
    }
    long end = group & 0xffffffffL;
    long first = first(t, group >>> 32, end, key, Math.max(0, expired - id.first()));
    long payload = entryShift[t] == 4 ? question.payload(Feature.SIMHASH) : 0;
    int within = table.within();
    long i = first;
    for (; i < end; i++) {
      long entry = entry(t, i);
      if (DeltaTables.key(entry) != key) {
        break;
      }
      int distance = 0;
      if (entryShift[t] == 4) {
        distance = Long.bitCount(payload(t, i) ^ payload);
      } else if (table.payload() == Feature.SKETCH_BITS) {
        distance = differing((int) entry, question.sketch());
      }
      if (distance <= within) {
        candidates.add(id.first() + (int) entry, distance, t);
      }
    }
    return (int) (i - first);
  }

  /** The first of some entries that has at least this key, and of those with it this local. */
  private long first(int t, long from, long to, int key, long local) {
    long least = ((long) key << 32 | local) + Long.MIN_VALUE;
    long low = from;
    long high = to;
    while (high - low > FEW) {
      long middle = (low + high) >>> 1;
      if (entry(t, middle) + Long.MIN_VALUE < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    while (low < high && entry(t, low) + Long.MIN_VALUE < least) {
      low++;
    }
    return low;
  }

  private int differing(int local, long[] bits) {
    int differing = 0;
    for (int i = 0; i < SketchColumn.LONGS; i++) {
      differing += SketchColumn.differing(sketch(local, i), bits[i]);
    }
    return differing;
  }
}

package dev.crawlsieve.index;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the file of one {@link TableRun}: its tables one after the other, then the sketches if
 * some of them need them. A file that was not finished is deleted.
 */
final class RunWriter implements AutoCloseable {

  // Everything is little-endian; sections start at multiples of 16 bytes.
  //
  // Header: MAGIC, bytes of the file, number of tables, place of the sketches or 0; for each table
  // place of its directory, log2 of its groups, place of its entries, their number, place of its
  // filter, its words; then a checksum of all that. Longs, all of them.
  //
  // Directory: a table's keys are cut into groups by their top bits; for each group the number of
  // the first entry in it or behind it, u32, and at last the number of entries.
  //
  // Entry: the whole payload if it is a SimHash, u64; then key << 32 | local, u64, by which they
  // are in (unsigned) order. Local is the ordinal less the run's first one.
  //
  // Sketches: SketchColumn.LONGS longs for each leader. Filter: the words of a KeyFilter.

  static final long MAGIC = 0x3130_6e75_7245_4c42L;
  static final int HEADER_LONGS = 4;
  static final int TABLE_LONGS = 6;

  /** With so many entries a group, a directory takes half a byte to a byte for each. */
  private static final int GROUP_ENTRIES = 4;

  private static final int ALIGNMENT = 16;

  private final Path path;
  private final RandomAccessFile file;
  private final WordWriter directory;
  private final WordWriter entries;
  private final long[] header;
  private final KeyFilter[] filters;
  private int table = -1;
  private int groupBits;
  private long nextGroup;
  private long count;
  private boolean finished;

  RunWriter(Path path, int tables) throws IOException {
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "rw");
    directory = new WordWriter(file);
    entries = new WordWriter(file);
    header = new long[headerLongs(tables)];
    filters = new KeyFilter[tables];
    header[0] = MAGIC;
    header[2] = tables;
    entries.startAt(8L * header.length);
  }

  static int headerLongs(int tables) {
    return HEADER_LONGS + TABLE_LONGS * tables + 1;
  }

  /** Of a header all but the last, which this is. */
  static long checksum(long[] header) {
    long sum = 0;
    for (int i = 0; i < header.length - 1; i++) {
      sum = Keys.mix(sum ^ header[i]);
    }
    return sum;
  }

  /**
   * Goes on with the next table.
   *
   * @param mostEntries how many it may have; the nearer the better
   * @param filter is given its keys, and kept beside them; may be null
   */
  void beginTable(long mostEntries, KeyFilter filter) throws IOException {
    table++;
    filters[table] = filter;
    groupBits = 63 - Long.numberOfLeadingZeros(Math.max(1, mostEntries / GROUP_ENTRIES));
    nextGroup = 0;
    count = 0;
    long at = aligned(entries.at());
    directory.startAt(at);
    entries.startAt(aligned(at + 4 * ((1L << groupBits) + 1)));
    set(0, at);
    set(1, groupBits);
    set(2, entries.at());
  }

  private void set(int field, long value) {
    header[HEADER_LONGS + TABLE_LONGS * table + field] = value;
  }

  private static long aligned(long at) {
    return (at + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /** Adds an entry, {@code key << 32 | local}. */
  void add(long entry) throws IOException {
    int key = DeltaTables.key(entry);
    fillDirectory(group(key, groupBits));
    if (filters[table] != null) {
      filters[table].add(key);
    }
    entries.putLong(entry);
    count++;
  }

  /** Adds an entry with a payload. */
  void add(long entry, long payload) throws IOException {
    entries.putLong(payload);
    add(entry);
  }

  /** The group of a key, of 2^groupBits. */
  static int group(int key, int groupBits) {
    // two shifts: a shift by 32 would be a shift by 0
    return key >>> 1 >>> (31 - groupBits);
  }

  private void fillDirectory(long group) throws IOException {
    while (nextGroup <= group) {
      directory.putInt((int) count);
      nextGroup++;
    }
  }

  void endTable() throws IOException {
    fillDirectory(1L << groupBits);
    directory.flush();
    set(3, count);
  }

  /** Goes on with the sketches, after all tables. */
  void beginSketches() throws IOException {
    entries.startAt(aligned(entries.at()));
    header[3] = entries.at();
  }

  /** Adds a quarter of a leader's sketch. */
  void addSketch(long bits) throws IOException {
    entries.putLong(bits);
  }

  /** Makes the file durable. */
  void finish() throws IOException {
    entries.startAt(aligned(entries.at()));
    for (table = 0; table < filters.length; table++) {
      if (filters[table] != null) {
        set(4, entries.at());
        set(5, filters[table].words().length);
        for (long word : filters[table].words()) {
          entries.putLong(word);
        }
      }
    }
    entries.flush();
    file.setLength(entries.at()); // longer than what was written if the last table is empty
    header[1] = entries.at();
    header[header.length - 1] = checksum(header);
    entries.startAt(0);
    for (long field : header) {
      entries.putLong(field);
    }
    entries.flush();
    file.getFD().sync();
    finished = true;
  }

  /** The filter of each table, or null. */
  KeyFilter[] filters() {
    return filters;
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (!finished) {
      Files.deleteIfExists(path);
    }
  }
}

package dev.crawlsieve.core.index.store;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run that are kept in memory; with them, few lookups read its files.
 *
 * <p>Stored with the run, see {@link RunWriter}. It may be changed by one thread while no other
 * thread reads it.
 */
final class RunFilters {

  private final KeyFilter[] filters;

  /**
   * By table: the keys with more than one entry, sorted, with the sign bit flipped; null if
   * unknown.
   */
  private final int[][] repeated;

  private @Nullable SimHashFilter simHashes;

  /** All arrays have an element for each table; null means absent. */
  RunFilters(KeyFilter[] filters, int[][] repeated, @Nullable SimHashFilter simHashes) {
    this.filters = filters;
    this.repeated = repeated;
    this.simHashes = simHashes;
  }

  /** No filters. */
  static RunFilters none(int tables) {
    return new RunFilters(new KeyFilter[tables], new int[tables][], null);
  }

  /** Reads the filters of a run. */
  static RunFilters load(RocksFolder files, int run, int tables) {
    RunFilters loaded = none(tables);
    for (int t = 0; t < tables; t++) {
      byte[] filter = files.ofRun(RunWriter.filterKey(run, t));
      loaded.filters[t] = filter == null ? null : KeyFilter.decode(filter);
      byte[] keys = files.ofRun(RunWriter.repeatedKey(run, t));
      loaded.repeated[t] = keys == null ? null : signed(keys);
    }
    byte[] simHashes = files.ofRun(RunWriter.simHashesKey(run));
    loaded.simHashes = simHashes == null ? null : SimHashFilter.decode(simHashes);
    return loaded;
  }

  private static int[] signed(byte[] stored) {
    int[] keys = new int[stored.length / Integer.BYTES];
    IntBuffer unsigned = ByteBuffer.wrap(stored).asIntBuffer();
    Arrays.setAll(keys, i -> unsigned.get(i) ^ Integer.MIN_VALUE);
    return keys;
  }

  /** A table's filter. */
  @Nullable KeyFilter filter(int t) {
    return filters[t];
  }

  /** Replaces a table's filter; null removes it. */
  void setFilter(int t, @Nullable KeyFilter filter) {
    filters[t] = filter;
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = rest();
    for (KeyFilter filter : filters) {
      bytes += filter == null ? 0 : filter.bytes();
    }
    return bytes;
  }

  /** Heap bytes of what {@link #forgetRest} frees. */
  long rest() {
    long bytes = simHashes == null ? 0 : simHashes.bytes();
    for (int t = 0; t < filters.length; t++) {
      bytes += repeated[t] == null ? 0 : LongPages.ARRAY_BYTES + Integer.BYTES * repeated[t].length;
    }
    return bytes;
  }

  /** Frees everything but the filters over keys, at the cost of more reads. */
  void forgetRest() {
    simHashes = null;
    for (int t = 0; t < filters.length; t++) {
      repeated[t] = null;
    }
  }

  /** 0 if a table certainly has no entry with a key, otherwise 1. */
  int mayHold(int t, int key) {
    return filters[t] == null ? 1 : filters[t].mayHold(key);
  }

  /** The SimHash tables, as bits, that can be skipped without missing a match. */
  long withoutMatch(long simhash) {
    return simHashes == null ? 0 : SimHashFilter.SERVED & ~simHashes.toRead(simhash);
  }

  /** Whether a key, if present, is certain to have only one entry. */
  boolean isAlone(int t, int key) {
    return repeated[t] != null && Arrays.binarySearch(repeated[t], key ^ Integer.MIN_VALUE) < 0;
  }
}

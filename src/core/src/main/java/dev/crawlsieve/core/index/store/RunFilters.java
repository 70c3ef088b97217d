package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Table;
import java.nio.ByteBuffer;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * The parts of a run that are kept in memory, so that few lookups read its files.
 *
 * <p>Stored with the run, see {@link RunWriter}. One thread changes it while no other one reads.
 */
final class RunFilters {

  private final KeyFilter[] filters;
  private final SortedKeys[] repeated; // by table: keys with more than one entry; null if unknown
  private SimHashFilter simHashes; // null if there is none

  /** No filters. */
  RunFilters(List<Table> tables) {
    filters = new KeyFilter[tables.size()];
    repeated = new SortedKeys[tables.size()];
  }

  /** Reads the filters of a run. */
  static RunFilters load(RocksFolder files, int run, List<Table> tables) {
    RunFilters loaded = new RunFilters(tables);
    try {
      for (int t = 0; t < tables.size(); t++) {
        byte[] filter = files.db().get(files.tables(), RunWriter.filterKey(run, t));
        loaded.filters[t] = filter == null ? null : KeyFilter.decode(filter);
        byte[] keys = files.db().get(files.tables(), RunWriter.repeatedKey(run, t));
        loaded.repeated[t] = keys == null ? null : new SortedKeys(ints(keys));
      }
      byte[] simHashes = files.db().get(files.tables(), RunWriter.simHashesKey(run));
      loaded.simHashes = simHashes == null ? null : SimHashFilter.decode(simHashes, tables);
      return loaded;
    } catch (RocksDBException e) {
      throw files.failed("read the filters", e);
    }
  }

  private static int[] ints(byte[] stored) {
    int[] ints = new int[stored.length / Integer.BYTES];
    ByteBuffer.wrap(stored).asIntBuffer().get(ints);
    return ints;
  }

  /** A table's filter, or null. */
  KeyFilter filter(int t) {
    return filters[t];
  }

  /** Replaces a table's filter; null removes it. */
  void setFilter(int t, KeyFilter filter) {
    filters[t] = filter;
  }

  /** The filter of SimHashes, or null. */
  SimHashFilter simHashes() {
    return simHashes;
  }

  /** Replaces the filter of SimHashes. */
  void setSimHashes(SimHashFilter filter) {
    simHashes = filter;
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
      bytes += repeated[t] == null ? 0 : repeated[t].bytes();
    }
    return bytes;
  }

  /** Frees all but the filters over keys, at the price of more reads. */
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

  /** The tables of SimHashes, as bits, that can be skipped without missing a match. */
  long withoutMatch(long simhash) {
    return simHashes == null ? 0 : simHashes.served() & ~simHashes.toRead(simhash);
  }

  /** Whether a key that is present certainly has only one entry. */
  boolean isAlone(int t, int key) {
    return repeated[t] != null && !repeated[t].has(key);
  }
}

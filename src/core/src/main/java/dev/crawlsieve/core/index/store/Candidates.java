package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.TableLayout;
import java.util.Arrays;

/** The entries, from all tables, whose payloads a lookup found near the page's. */
final class Candidates {

  // Leaders of one scope do not match each other, so few of them are near a page. The list is
  // therefore short, unless many pages share a template, or the caller puts leaders that the rule
  // would not have kept. Entries are sorted as numbers:
  //
  // Entry: ordinal (48 bits) << 15 | table (8) << 7 | distance of the payloads (7).

  private static final int ORDINAL_SHIFT = 15;
  private static final int TABLE_SHIFT = 7;
  private static final long[] NONE = {};

  private long[] entries = NONE;
  private int size;

  /** Adds a candidate; several tables may add the same one. */
  void add(long ordinal, int distance, int table) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, Math.max(4, 2 * size));
    }
    entries[size++] = ordinal << ORDINAL_SHIFT | (long) table << TABLE_SHIFT | distance;
  }

  int size() {
    return size;
  }

  long ordinal(int i) {
    return entries[i] >>> ORDINAL_SHIFT;
  }

  /** Number of the table that an entry came from. */
  int table(int i) {
    return (int) (entries[i] >>> TABLE_SHIFT) & 0xff;
  }

  private int distance(int i) {
    return (int) entries[i] & 0x7f;
  }

  /**
   * Each candidate once, ordered by the best rank that it can have, then by ordinal.
   *
   * @param detector the layout's detector, or a stricter one
   * @return {@code rank << 32 | i}, where i is the index of the candidate's entry from the first
   *     table that has it
   */
  long[] bestFirst(TableLayout layout, Detector detector) {
    if (size == 0) {
      return NONE;
    }
    Arrays.sort(entries, 0, size);
    long[] order = new long[size];
    int distinct = 0;
    for (int first = 0, end; first < size; first = end) {
      int bits = 0;
      int differing = 0;
      for (end = first; end < size && ordinal(end) == ordinal(first); end++) {
        if (layout.tables().get(table(end)).payload() == Feature.SIMHASH) {
          bits = distance(end);
        } else {
          differing = distance(end);
        }
      }
      int bound = detector.rank(bits, Fingerprint.SKETCH_SIZE - differing);
      if (bound != Detector.NO_MATCH) {
        order[distinct++] = (long) bound << 32 | first;
      }
    }
    long[] distinctOrder = Arrays.copyOf(order, distinct);
    Arrays.sort(distinctOrder);
    return distinctOrder;
  }
}

package dev.crawlsieve.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables that an index keeps: {@code content}, then those that find every SimHash within k
 * bits.
 *
 * <p>Immutable. Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007.
 */
public final class TableLayout {

  // Cut the 64 bits into n blocks. Two words that differ in at most k bits differ in at most k
  // blocks and so agree in n - k of them; with one table per choice of n - k blocks, they share a
  // key in at least one of the C(n, k) tables. More blocks: more tables, longer keys, smaller
  // buckets. The nested form applies the same step again to the bits outside of a chosen block: the
  // rest differs in at most k bits too, so k + 1 blocks of the rest and a choice of one give
  // (k + 1)² tables with keys that lie between two plain forms (16 tables of 28 bits for k = 3).

  /** A layout has at most so many SimHash tables. */
  static final int MAX_TABLES = 128;

  private static final int MAX_DISTANCE = 16;

  private final int maxDistance;
  private final String form;
  private final List<Table> tables;

  private TableLayout(int maxDistance, String form, List<Long> masks) {
    this.maxDistance = maxDistance;
    this.form = form;
    List<Table> all = new ArrayList<>();
    all.add(new ContentTable());
    for (long mask : masks) {
      all.add(new SimHashTable("simhash-" + all.size(), mask, maxDistance));
    }
    tables = List.copyOf(all);
  }

  /**
   * C(n, k) tables: 64 bits in n blocks, every choice of n − k blocks is a key.
   *
   * @param maxDistance k, 0 to 16 bits
   * @param blocks n, k + 1 to 64, and such that C(n, k) is at most 128
   */
  public static TableLayout plain(int maxDistance, int blocks) {
    if (maxDistance < 0 || maxDistance > MAX_DISTANCE || blocks <= maxDistance || blocks > 64) {
      throw new IllegalArgumentException(
          blocks + " blocks for a distance of " + maxDistance + " bits: must be k + 1 to 64");
    }
    if (choices(blocks, maxDistance) > MAX_TABLES) {
      throw new IllegalArgumentException(
          blocks + " blocks choose " + maxDistance + " are more than " + MAX_TABLES + " tables");
    }
    return new TableLayout(
        maxDistance, Integer.toString(blocks), masks(-1L, blocks, blocks - maxDistance));
  }

  /**
   * (k + 1)² tables: one of k + 1 blocks, and one of k + 1 blocks of the other bits.
   *
   * @param maxDistance k, 1 to 10 bits
   */
  public static TableLayout nested(int maxDistance) {
    if (maxDistance < 1 || (maxDistance + 1) * (maxDistance + 1) > MAX_TABLES) {
      throw new IllegalArgumentException(
          "a nested layout for a distance of " + maxDistance + " bits: must be 1 to 10");
    }
    int blocks = maxDistance + 1;
    List<Long> masks = new ArrayList<>();
    for (long outer : masks(-1L, blocks, 1)) {
      for (long inner : masks(~outer, blocks, 1)) {
        masks.add(outer | inner);
      }
    }
    return new TableLayout(maxDistance, blocks + "+" + blocks, masks);
  }

  /** Every layout for k, fewest tables first. */
  static List<TableLayout> all(int maxDistance) {
    List<TableLayout> layouts = new ArrayList<>();
    // k = 0 has one table whatever the blocks
    int most = maxDistance == 0 ? 1 : 64;
    for (int n = maxDistance + 1; n <= most && choices(n, maxDistance) <= MAX_TABLES; n++) {
      layouts.add(plain(maxDistance, n));
    }
    if (maxDistance >= 1 && (maxDistance + 1) * (maxDistance + 1) <= MAX_TABLES) {
      layouts.add(nested(maxDistance));
    }
    layouts.sort((a, b) -> Integer.compare(a.tables.size(), b.tables.size()));
    return layouts;
  }

  /** k: the tables find every SimHash within this Hamming distance, in bits. */
  public int maxDistance() {
    return maxDistance;
  }

  /** The tables, {@code content} first. */
  List<Table> tables() {
    return tables;
  }

  /** Shortest key of a SimHash table, in bits. */
  int minKeyBits() {
    return tables.stream().skip(1).mapToInt(Table::keyBits).min().orElseThrow();
  }

  /** Names the stored form: tables of two layouts with the same id are the same. */
  String id() {
    return "1 k=" + maxDistance + " blocks=" + form;
  }

  /** For example "10 tables of 25–26 bits". */
  @Override
  public String toString() {
    int max = tables.stream().skip(1).mapToInt(Table::keyBits).max().orElseThrow();
    int min = minKeyBits();
    int count = tables.size() - 1;
    return count
        + (count == 1 ? " table of " : " tables of ")
        + (min == max ? min : min + "–" + max)
        + " bits";
  }

  /** C(n, k), or more than {@link #MAX_TABLES} if it is. */
  private static long choices(int n, int k) {
    long result = 1;
    for (int i = 1; i <= k; i++) {
      result = result * (n - k + i) / i;
      if (result > MAX_TABLES) {
        return result;
      }
    }
    return result;
  }

  /**
   * The bits of {@code of} cut into blocks as even as possible, and every choice of some blocks.
   */
  private static List<Long> masks(long of, int blocks, int choose) {
    long[] cut = new long[blocks];
    int bits = Long.bitCount(of);
    int seen = 0;
    for (int bit = 63; bit >= 0; bit--) {
      if ((of >>> bit & 1) != 0) {
        cut[seen++ * blocks / bits] |= 1L << bit;
      }
    }
    List<Long> masks = new ArrayList<>();
    choose(cut, 0, choose, 0, masks);
    return masks;
  }

  private static void choose(long[] cut, int from, int left, long mask, List<Long> masks) {
    if (left == 0) {
      masks.add(mask);
      return;
    }
    for (int i = from; i <= cut.length - left; i++) {
      choose(cut, i + 1, left - 1, mask | cut[i], masks);
    }
  }
}

package dev.crawlsieve.core.index;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tables that an index keeps: {@code content}, then the tables that find every match of a
 * detector.
 *
 * <p>Immutable. Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007.
 */
public final class TableLayout {

  // SimHash: cut the 64 bits into n blocks. Two words that differ in at most k bits differ in at
  // most k blocks and so agree in n - k of them; with one table per choice of n - k blocks, they
  // share a key in at least one of the C(n, k) tables. More blocks give more tables, longer keys
  // and smaller buckets. The nested form applies the same step again to the bits outside a chosen
  // block: they, too, differ in at most k places. Cut into k + 1 blocks, of which one is chosen,
  // they give (k + 1)² tables, whose keys are longer than those of one plain form and shorter than
  // those of the next (16 tables of 28 bits for k = 3).
  //
  // Sketch: a table for each band. Combined: the SimHash tables, then a table for each band.

  /** The most SimHash tables that a layout may have. */
  static final int MAX_TABLES = 128;

  private static final int MAX_DISTANCE = 16;

  private final Detector detector;
  private final String id;
  private final String text;
  private final List<Table> tables;

  private TableLayout(Detector detector, String id, String text, List<? extends Table> near) {
    this.detector = detector;
    this.id = id;
    this.text = text;
    List<Table> all = new ArrayList<>();
    all.add(new ContentTable());
    all.addAll(near);
    tables = List.copyOf(all);
  }

  /**
   * C(n, k) tables: 64 bits in n blocks; every choice of n − k blocks is the key of a table.
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
    return simhash(
        maxDistance, Integer.toString(blocks), BitBlocks.masks(-1L, blocks, blocks - maxDistance));
  }

  /**
   * (k + 1)² tables: the key is one of k + 1 blocks, and one of k + 1 blocks of the remaining bits.
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
    for (long outer : BitBlocks.masks(-1L, blocks, 1)) {
      for (long inner : BitBlocks.masks(~outer, blocks, 1)) {
        masks.add(outer | inner);
      }
    }
    return simhash(maxDistance, blocks + "+" + blocks, masks);
  }

  private static TableLayout simhash(int maxDistance, String form, List<Long> masks) {
    List<SimHashTable> tables = new ArrayList<>();
    for (long mask : masks) {
      tables.add(new SimHashTable("simhash-" + (tables.size() + 1), mask, maxDistance));
    }
    int min = tables.stream().mapToInt(Table::keyBits).min().orElseThrow();
    int max = tables.stream().mapToInt(Table::keyBits).max().orElseThrow();
    String count = tables.size() + (tables.size() == 1 ? " table of " : " tables of ");
    return new TableLayout(
        new SimHashDetector(maxDistance),
        "2 k=" + maxDistance + " blocks=" + form,
        count + (min == max ? min : min + "–" + max) + " bits",
        tables);
  }

  /** Only the table {@code content}. */
  static TableLayout exact(ExactDetector detector) {
    return new TableLayout(detector, "2 exact", "no tables of near pages", List.of());
  }

  /** A table for each band. */
  static TableLayout sketch(SketchDetector detector) {
    Bands bands = detector.bands();
    return new TableLayout(detector, "2 " + bands.id(), bands.toString(), bands.tables());
  }

  /**
   * Tables that find every SimHash within k bits, and a table for each band.
   *
   * @param simhash tables for the detector's k
   */
  static TableLayout combined(CombinedDetector detector, TableLayout simhash) {
    Bands bands = detector.bands();
    List<Table> tables = new ArrayList<>(simhash.tables.subList(1, simhash.tables.size()));
    tables.addAll(bands.tables());
    return new TableLayout(detector, simhash.id + " " + bands.id(), simhash + ", " + bands, tables);
  }

  /**
   * Tables that find every match of several detectors. The SimHash tables for the greatest k also
   * serve the smaller ones. Among bands of one width, the most bands serve all. A detector needs no
   * bands of its own if its matches differ in fewer min-hashes than there are bands of another,
   * since they must share one of those. Tables other than these two kinds are left out: a detector
   * that has some needs them added here, or replays miss its matches.
   *
   * @param layouts one for each detector
   */
  static TableLayout any(AnyDetector detector, List<TableLayout> layouts) {
    List<Table> simhash = List.of();
    Map<Integer, List<BandTable>> byRows = new TreeMap<>(); // fewest rows, so most bands, first
    for (TableLayout layout : layouts) {
      List<Table> own = layout.tables.stream().filter(SimHashTable.class::isInstance).toList();
      if (!own.isEmpty() && (simhash.isEmpty() || own.get(0).within() > simhash.get(0).within())) {
        simhash = own;
      }
      layout.tables.stream()
          .filter(BandTable.class::isInstance)
          .map(BandTable.class::cast)
          .collect(groupingBy(BandTable::rows))
          .forEach((rows, some) -> byRows.merge(rows, some, TableLayout::wider));
    }
    List<List<BandTable>> needed = new ArrayList<>();
    for (List<BandTable> bands : byRows.values()) {
      int within = bands.get(0).within();
      if (needed.stream().noneMatch(o -> o.size() > within && o.get(0).within() >= within)) {
        needed.add(bands);
      }
    }
    List<Table> tables = new ArrayList<>(simhash);
    needed.forEach(tables::addAll);
    String text = tables.stream().map(Table::toString).collect(joining(" "));
    return new TableLayout(detector, "2 any " + text, text, tables);
  }

  /**
   * The longer of two lists of bands of one width; each band accepts what the more lenient of the
   * two accepts.
   */
  private static List<BandTable> wider(List<BandTable> some, List<BandTable> others) {
    int within = Math.max(some.get(0).within(), others.get(0).within());
    return (some.size() >= others.size() ? some : others)
        .stream().map(one -> new BandTable(one.name(), one.from(), one.rows(), within)).toList();
  }

  /** The same tables for a detector that accepts fewer matches. */
  TableLayout verifiedBy(Detector stricter) {
    return new TableLayout(stricter, id, text, tables.subList(1, tables.size()));
  }

  /** Every layout of SimHash tables for k, fewest tables first. */
  public static List<TableLayout> all(int maxDistance) {
    List<TableLayout> layouts = new ArrayList<>();
    // k = 0 has one table for any number of blocks
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

  private static long choices(int blocks, int maxDistance) {
    return BitBlocks.choices(blocks, maxDistance, MAX_TABLES);
  }

  /** The detector that verifies the candidates. */
  public Detector detector() {
    return detector;
  }

  /** The tables, {@code content} first. */
  public List<Table> tables() {
    return tables;
  }

  /**
   * A record's key in each of the first {@code count} tables; 0 for a table that does not hold it.
   */
  public long[] keys(ComparedPage leader, int count) {
    long[] keys = new long[count];
    for (int t = 0; t < count; t++) {
      Table table = tables.get(t);
      keys[t] = table.holds(leader) ? table.key(leader) : 0;
    }
    return keys;
  }

  /** The identifier of the stored form: layouts with the same id have the same tables. */
  public String id() {
    return id;
  }

  /** For example "10 tables of 25–26 bits". */
  @Override
  public String toString() {
    return text;
  }
}

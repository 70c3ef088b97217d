package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The sketch in bands: two pages are compared iff they share all min-hashes of at least one band.
 *
 * <p>Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, 3.4.
 *
 * @param rows min-hashes in a band, 1 to 14
 * @param count number of bands; {@code rows × count} is at most 84
 * @param threshold τ, the similarity for which they are laid out
 */
public record Bands(int rows, int count, double threshold) {

  // Recall refers to the pages' true similarity. The sketches that are cut into bands also give the
  // estimate that decides, so of the pairs estimated at τ or more, far fewer are lost than recall
  // suggests: with 13 bands of 6, a pair that differs in 16 of 84 min-hashes (estimate 0.81) is
  // lost with a probability of 0.002. One that differs in 12 or fewer is never lost, since at least
  // one band stays equal. The error that remains at the threshold is that of the estimate: it puts
  // about half of the pairs at exactly τ below τ.

  public Bands {
    if (rows < 1 || count < 1 || rows * count > Fingerprint.SKETCH_SIZE) {
      throw new IllegalArgumentException(count + " bands of " + rows + " of 84 min-hashes");
    }
  }

  /** The same bands, with τ raised to the host's threshold if that is higher. */
  Bands within(HostThresholds thresholds) {
    return new Bands(rows, count, thresholds.stricter(Threshold.SIMILARITY, threshold));
  }

  /** Probability that two pages of this Jaccard similarity are compared: 1 − (1 − s^r)^b. */
  public double recall(double similarity) {
    return 1 - Math.pow(1 - Math.pow(similarity, rows), count);
  }

  /**
   * Whether pairs at τ are compared with at least the {@link BandPlanner#RECALL target
   * probability}; if not, these bands come closest.
   */
  public boolean reachesWish() {
    return recall(threshold) >= BandPlanner.RECALL;
  }

  /** Whether two pages share a band; compares the min-hashes themselves, not their hash. */
  boolean share(ComparedPage a, ComparedPage b) {
    if (!a.hasSketch() || !b.hasSketch()) {
      return false;
    }
    for (int band = 0; band < count; band++) {
      if (a.sameMinHashes(b, band * rows, rows)) {
        return true;
      }
    }
    return false;
  }

  /** A table for each band; payloads rule out sketches whose estimate is below the threshold. */
  List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    int within = Fingerprint.SKETCH_SIZE - Nearness.minEqual(threshold);
    for (int band = 0; band < count; band++) {
      tables.add(new BandTable("band-" + (band + 1), band * rows, rows, within));
    }
    return tables;
  }

  /** The identifier of the stored form. */
  String id() {
    return "bands=" + count + "x" + rows;
  }

  /** For example "13 bands of 6 min-hashes: of pairs of similarity 0.80 they compare 98.1 %, …". */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d %s of %d min-hashes: of pairs of similarity %.2f they compare %.1f %%, at %.2f %.1f %%,"
            + " at %.2f %.1f %%%s",
        count,
        count == 1 ? "band" : "bands",
        rows,
        threshold,
        100 * recall(threshold),
        Math.min(1, threshold + 0.05),
        100 * recall(Math.min(1, threshold + 0.05)),
        Math.min(1, threshold + 0.1),
        100 * recall(Math.min(1, threshold + 0.1)),
        reachesWish()
            ? ""
            : String.format(
                Locale.ROOT, "; no bands reach the target of %.1f %%", 100 * BandPlanner.RECALL));
  }
}

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.name.NameSummary;
import org.jspecify.annotations.Nullable;

/**
 * The lookup of a page in one bucket in memory: what to compare, and where candidates go.
 *
 * @param payloads payload of each leader, by local number; null if the table has none
 * @param feature the kind of payload
 * @param sketches more bits of each leader's sketch; null if the table is not a band table
 * @param names summary of each leader's name; null if names are not compared
 * @param first ordinal of the leader with the local number 0
 * @param most the largest number of bits in which payloads may differ
 * @param from leaders with lower local numbers are skipped
 */
record Probe(
    Candidates candidates,
    Buckets.Payloads payloads,
    Feature feature,
    @Nullable SketchColumn sketches,
    @Nullable LongPages names,
    SoughtPage sought,
    long first,
    int table,
    int most,
    int from) {

  /** Whether entries hold tags of names instead of folded payloads. */
  private boolean hasTags() {
    return names != null && feature != Feature.SIMHASH;
  }

  /** Whether entries are ruled out by tags of names. */
  boolean byName() {
    return hasTags() && !sought.mayMatchOthers(feature);
  }

  /** The page's folded payload, or the tag of its name. */
  int folded() {
    return hasTags() ? NameSummary.tag(sought.name()) : BucketPool.fold(sought.payload(feature));
  }

  /** The number of bits in which folded payloads may differ. */
  int within() {
    return hasTags() ? Integer.SIZE : most;
  }

  /**
   * Adds a leader to the candidates if its whole payload is near. Names are compared first, since
   * most pages of one template differ in them.
   */
  void verify(int local) {
    if (names != null
        && NameSummary.toldApart(names.get(local), sought.name())
        && !sought.mayMatchOther(feature, payloads.get(local))) {
      return;
    }
    int distance = distance(local);
    if (distance <= most) {
      candidates.add(first + local, distance, table);
    }
  }

  private int distance(int local) {
    if (sketches != null && feature == Feature.SKETCH_BITS) {
      return sketches.differing(local, sought.sketch());
    }
    return feature == Feature.REST
        ? 0
        : Long.bitCount(payloads.get(local) ^ sought.payload(feature));
  }
}

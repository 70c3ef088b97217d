package dev.crawlsieve.core.config;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What makes two pages near-duplicates.
 *
 * @param kind which features decide
 * @param maxDistance k, maximum distance in bits, 0 to 16; for {@code simhash} and {@code combined}
 * @param minSimilarity τ, minimum estimated Jaccard similarity, in (0, 1]; for {@code sketch} and
 *     {@code combined}
 * @param confirmingSimilarity minimum estimated Jaccard similarity of two pages within k bits, in
 *     [0, τ]; for {@code combined}
 * @param names what two pages need in addition if their names do not say that they are the same
 *     item
 */
public record DetectorSettings(
    Kind kind,
    int maxDistance,
    double minSimilarity,
    double confirmingSimilarity,
    NameThresholds names) {

  /** Which features decide. */
  public enum Kind {
    /** SimHashes within k bits. */
    SIMHASH(Threshold.DISTANCE, Threshold.ALIKE),
    /** Sketches that estimate a similarity of at least τ. */
    SKETCH(Threshold.SIMILARITY, Threshold.ALIKE),
    /** Similar sketches, or SimHashes within k bits that the sketches confirm. */
    COMBINED(Threshold.DISTANCE, Threshold.SIMILARITY, Threshold.CONFIRMING, Threshold.ALIKE),
    /** No feature: pages match exactly or not at all. */
    EXACT;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of() is
    private final Set<Threshold> thresholds;

    Kind(Threshold... thresholds) {
      this.thresholds = Set.of(thresholds);
    }

    /** {@return its name in settings and verdicts} */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return whether it uses a threshold}
     *
     * @param threshold any threshold
     */
    public boolean uses(Threshold threshold) {
      return thresholds.contains(threshold);
    }
  }

  /** The defaults. */
  public static final DetectorSettings DEFAULT =
      new DetectorSettings(Kind.COMBINED, 3, 0.65, 0.5, NameThresholds.DEFAULT);

  public DetectorSettings {
    check(maxDistance >= 0 && maxDistance <= 16, "simhash.max.distance", maxDistance, "0 to 16");
    check(
        minSimilarity > 0 && minSimilarity <= 1,
        "sketch.min.similarity",
        minSimilarity,
        "in (0,1]");
    check(
        confirmingSimilarity >= 0
            && (kind != Kind.COMBINED || confirmingSimilarity <= minSimilarity),
        "combined.min.similarity",
        confirmingSimilarity,
        "in [0, sketch.min.similarity]");
    Objects.requireNonNull(names, "names");
  }

  /**
   * {@return the detector that compares SimHashes, regardless of page names}
   *
   * @param maxDistance k, maximum distance in bits, 0 to 16
   */
  public static DetectorSettings simhash(int maxDistance) {
    return new DetectorSettings(Kind.SIMHASH, maxDistance, 1, 0, NameThresholds.IGNORED);
  }

  /**
   * {@return the detector that compares sketches, regardless of page names}
   *
   * @param minSimilarity τ, minimum estimated Jaccard similarity, in (0, 1]
   */
  public static DetectorSettings sketch(double minSimilarity) {
    return new DetectorSettings(Kind.SKETCH, 0, minSimilarity, 0, NameThresholds.IGNORED);
  }

  /**
   * {@return the detector that compares both, regardless of page names}
   *
   * @param maxDistance k, maximum distance in bits, 0 to 16
   * @param minSimilarity τ, minimum estimated Jaccard similarity, in (0, 1]
   * @param confirmingSimilarity minimum estimated Jaccard similarity of two pages within k bits, in
   *     [0, τ]
   */
  public static DetectorSettings combined(
      int maxDistance, double minSimilarity, double confirmingSimilarity) {
    return new DetectorSettings(
        Kind.COMBINED, maxDistance, minSimilarity, confirmingSimilarity, NameThresholds.IGNORED);
  }

  /** {@return the detector of exact copies alone, regardless of page names} */
  public static DetectorSettings exact() {
    return new DetectorSettings(Kind.EXACT, 0, 1, 0, NameThresholds.IGNORED);
  }

  /**
   * {@return the detector with these thresholds}
   *
   * @param kind which features decide
   * @param values values of its thresholds; other values are ignored. Without a value of {@link
   *     Threshold#ALIKE}, names are not compared. A confirming similarity greater than τ counts as
   *     τ
   */
  public static DetectorSettings of(Kind kind, Map<Threshold, Double> values) {
    ToDoubleFunction<Threshold> value =
        threshold ->
            kind.uses(threshold)
                ? values.getOrDefault(threshold, threshold.unused())
                : threshold.unused();
    double similarity = value.applyAsDouble(Threshold.SIMILARITY);
    return new DetectorSettings(
        kind,
        (int) value.applyAsDouble(Threshold.DISTANCE),
        similarity,
        Math.min(value.applyAsDouble(Threshold.CONFIRMING), similarity),
        new NameThresholds(
            values.containsKey(Threshold.ALIKE), value.applyAsDouble(Threshold.ALIKE)));
  }

  /**
   * {@return the same thresholds for another detector}
   *
   * @param other which features decide
   */
  public DetectorSettings of(Kind other) {
    return new DetectorSettings(
        other, maxDistance, minSimilarity, Math.min(confirmingSimilarity, minSimilarity), names);
  }

  /**
   * {@return the same detector with another treatment of names}
   *
   * @param other what two pages need in addition if their names do not say that they are the same
   *     item
   */
  public DetectorSettings with(NameThresholds other) {
    return new DetectorSettings(kind, maxDistance, minSimilarity, confirmingSimilarity, other);
  }

  /** {@return whether names are compared} */
  public boolean comparesNames() {
    return names.compared();
  }

  /** {@return the detector's name in settings and verdicts} */
  public String name() {
    return kind.text();
  }

  /**
   * {@return the names and values of the settings that decide: the detector's name and the
   * thresholds that it uses}
   */
  public SortedMap<String, String> decisive() {
    SortedMap<String, String> decisive = new TreeMap<>();
    decisive.put("detector", name());
    if (!kind.uses(Threshold.ALIKE)) { // here no threshold shows whether names are compared
      decisive.put(NameThresholds.NAMES, comparesNames() ? "compare" : "ignore");
    }
    for (Threshold threshold : Threshold.values()) {
      if (threshold.isUsed(this)) {
        decisive.put(threshold.setting(), threshold.text(threshold.value(this)));
      }
    }
    return decisive;
  }

  private static void check(boolean holds, String setting, Object value, String range) {
    if (!holds) {
      throw new IllegalArgumentException(setting + " is " + value + ", must be " + range);
    }
  }
}

package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.SettingsException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings to try: for each detector, every combination of the values given for its thresholds;
 * a threshold without given values keeps the value in force.
 *
 * @param detectors names separated by commas, or {@code all}; null for the one in force, or for
 *     those that use a given threshold
 * @param maxDistance values of {@code simhash.max.distance}, see {@link ValueRange}, or null
 * @param minSimilarity values of {@code sketch.min.similarity}, or null
 * @param recall values of {@code sketch.recall}, or null
 * @param minAgreeing values of {@code supershingle.min.agreeing}, or null
 * @param confirming values of {@code combined.min.similarity}, or null
 * @param names {@code compare}, {@code ignore} or both, separated by a comma; null for what is in
 *     force, or {@code compare} if a threshold for names is given
 * @param alike values of {@code near.alike.min.similarity}, or null
 * @param containment values of {@code near.other.min.containment}, or null
 */
public record SettingsGrid(
    String detectors,
    String maxDistance,
    String minSimilarity,
    String recall,
    String minAgreeing,
    String confirming,
    String names,
    String alike,
    String containment) {

  /** The most settings allowed: a larger grid is probably a typing error. */
  public static final int MOST = 512;

  /** What is tried by default: each detector over its commonly used thresholds. */
  private static final List<SettingsGrid> USUAL =
      List.of(
          new SettingsGrid("combined", null, "0.5..0.95:0.05", null, null, null),
          new SettingsGrid("sketch", null, "0.5..0.95:0.05", null, null, null),
          new SettingsGrid("simhash", "0..7", null, null, null, null),
          new SettingsGrid("supershingle", null, null, null, "1..6", null));

  private static final String DISTANCE_OPTION = "--try simhash.max.distance";
  private static final String SIMILARITY_OPTION = "--try sketch.min.similarity";
  private static final String RECALL_OPTION = "--try sketch.recall";
  private static final String AGREEING_OPTION = "--try supershingle.min.agreeing";
  private static final String CONFIRMING_OPTION = "--try combined.min.similarity";
  private static final String NAMES_OPTION = "--try near.names";
  private static final String ALIKE_OPTION = "--try near.alike.min.similarity";
  private static final String CONTAINMENT_OPTION = "--try near.other.min.containment";

  /** With names compared or ignored as in force. */
  public SettingsGrid(
      String detectors,
      String maxDistance,
      String minSimilarity,
      String recall,
      String minAgreeing,
      String confirming) {
    this(detectors, maxDistance, minSimilarity, recall, minAgreeing, confirming, null, null, null);
  }

  /** Whether nothing is given. */
  public boolean isEmpty() {
    return equals(new SettingsGrid(null, null, null, null, null, null));
  }

  /**
   * The settings, the one in force first, each once.
   *
   * @param inForce the setting of the published verdicts, or of the configuration
   * @param decided whether verdicts were made with it
   * @throws SettingsException if a value is invalid, a threshold is given that no detector uses, or
   *     there are too many combinations
   */
  public List<SweptSetting> settings(DetectorSettings inForce, boolean decided) {
    Set<DetectorSettings> tried = new LinkedHashSet<>();
    DetectorSettings first = withoutUnused(inForce);
    tried.add(first);
    if (isEmpty()) {
      tried.add(first.with(NameThresholds.IGNORED));
    }
    try {
      for (SettingsGrid grid : isEmpty() ? USUAL : List.of(this)) {
        for (Kind kind : grid.kinds(inForce)) {
          tried.addAll(grid.ofKind(kind, inForce));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new SettingsException(e.getMessage(), e);
    }
    if (tried.size() > MOST) {
      throw new SettingsException(
          "the lists and ranges make " + tried.size() + " settings; the maximum is " + MOST);
    }
    return tried.stream()
        .map(settings -> new SweptSetting(settings, decided && settings.equals(first)))
        .toList();
  }

  /** The same setting, with thresholds that its detector does not use reset. */
  private static DetectorSettings withoutUnused(DetectorSettings any) {
    DetectorSettings used =
        switch (any.kind()) {
          case SIMHASH -> DetectorSettings.simhash(any.maxDistance());
          case SKETCH -> DetectorSettings.sketch(any.minSimilarity(), any.recall());
          case SUPERSHINGLE -> DetectorSettings.supershingle(any.minAgreeing());
          case COMBINED ->
              DetectorSettings.combined(
                  any.maxDistance(), any.minSimilarity(), any.recall(), any.confirmingSimilarity());
        };
    return used.with(any.names());
  }

  private Set<Kind> kinds(DetectorSettings inForce) {
    Set<Kind> kinds = new LinkedHashSet<>();
    if (detectors == null) {
      kinds.addAll(impliedKinds(inForce));
    } else if (detectors.equals("all")) {
      kinds.addAll(Arrays.asList(Kind.values()));
    } else {
      for (String name : detectors.split(",", -1)) {
        kinds.add(kind(name.strip()));
      }
    }
    ensureUsed(kinds, DISTANCE_OPTION, maxDistance, Kind.SIMHASH, Kind.COMBINED);
    ensureUsed(kinds, SIMILARITY_OPTION, minSimilarity, Kind.SKETCH, Kind.COMBINED);
    ensureUsed(kinds, RECALL_OPTION, recall, Kind.SKETCH, Kind.COMBINED);
    ensureUsed(kinds, AGREEING_OPTION, minAgreeing, Kind.SUPERSHINGLE);
    ensureUsed(kinds, CONFIRMING_OPTION, confirming, Kind.COMBINED);
    return kinds;
  }

  /** The detector in force if it uses everything given; else the simplest ones that do. */
  private Set<Kind> impliedKinds(DetectorSettings inForce) {
    Set<Kind> kinds = new LinkedHashSet<>();
    boolean combined = inForce.kind() == Kind.COMBINED || confirming != null;
    if (maxDistance != null) {
      kinds.add(combined ? Kind.COMBINED : Kind.SIMHASH);
    }
    if (minSimilarity != null || recall != null) {
      kinds.add(combined ? Kind.COMBINED : Kind.SKETCH);
    }
    if (minAgreeing != null) {
      kinds.add(Kind.SUPERSHINGLE);
    }
    if (confirming != null) {
      kinds.add(Kind.COMBINED);
    }
    if (kinds.isEmpty()) {
      kinds.add(inForce.kind());
    }
    return kinds;
  }

  private static Kind kind(String name) {
    try {
      return Kind.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new SettingsException(
          "--try detector has the value '" + name + "', must be all, or some of " + kindNames(), e);
    }
  }

  private static String kindNames() {
    return Arrays.stream(Kind.values())
        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private static void ensureUsed(Set<Kind> kinds, String option, String values, Kind... users) {
    if (values != null && Arrays.stream(users).noneMatch(kinds::contains)) {
      throw new SettingsException(
          option
              + " is for "
              + Arrays.stream(users)
                  .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(" and "))
              + ", which --try detector does not name");
    }
  }

  private List<DetectorSettings> ofKind(Kind kind, DetectorSettings inForce) {
    List<DetectorSettings> settings = new ArrayList<>();
    for (int k : whole(DISTANCE_OPTION, maxDistance, inForce.maxDistance())) {
      for (double wish : fractions(RECALL_OPTION, recall, inForce.recall())) {
        for (double least :
            fractions(CONFIRMING_OPTION, confirming, inForce.confirmingSimilarity())) {
          for (int n : whole(AGREEING_OPTION, minAgreeing, inForce.minAgreeing())) {
            for (double tau :
                fractions(SIMILARITY_OPTION, minSimilarity, inForce.minSimilarity())) {
              for (NameThresholds treated : nameThresholds(inForce)) {
                // the confirming similarity must not exceed τ
                double confirms = Math.min(least, tau);
                settings.add(
                    withoutUnused(new DetectorSettings(kind, k, tau, wish, n, confirms, treated)));
              }
            }
          }
        }
      }
    }
    return settings;
  }

  private List<NameThresholds> nameThresholds(DetectorSettings inForce) {
    boolean given = alike != null || containment != null;
    String inUse = given || inForce.comparesNames() ? "compare" : "ignore";
    NameThresholds own = inForce.comparesNames() ? inForce.names() : NameThresholds.DEFAULT;
    List<NameThresholds> treatments = new ArrayList<>();
    for (String name : (names == null ? inUse : names).split(",", -1)) {
      switch (name.strip()) {
        case "ignore" -> treatments.add(NameThresholds.IGNORED);
        case "compare" -> {
          for (double similarity : fractions(ALIKE_OPTION, alike, own.alikeSimilarity())) {
            for (double share :
                fractions(CONTAINMENT_OPTION, containment, own.otherContainment())) {
              treatments.add(new NameThresholds(similarity, share));
            }
          }
        }
        default ->
            throw new SettingsException(
                NAMES_OPTION
                    + " has the value '"
                    + name
                    + "', must be compare, ignore, or both separated by a comma");
      }
    }
    if (given && treatments.stream().allMatch(NameThresholds.IGNORED::equals)) {
      throw new SettingsException(
          (alike == null ? CONTAINMENT_OPTION : ALIKE_OPTION)
              + " is for "
              + NAMES_OPTION
              + " compare");
    }
    return treatments;
  }

  private static List<Double> fractions(String option, String values, double inForce) {
    return values == null
        ? List.of(inForce)
        : ValueRange.parse(option, values).stream().map(BigDecimal::doubleValue).toList();
  }

  private static List<Integer> whole(String option, String values, int inForce) {
    if (values == null) {
      return List.of(inForce);
    }
    List<Integer> whole = new ArrayList<>();
    for (BigDecimal value : ValueRange.parse(option, values)) {
      try {
        whole.add(value.intValueExact());
      } catch (ArithmeticException e) {
        throw new SettingsException(
            option + " has the value " + value + ", must be whole numbers", e);
      }
    }
    return whole;
  }
}

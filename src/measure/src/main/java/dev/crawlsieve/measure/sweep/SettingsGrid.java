package dev.crawlsieve.measure.sweep;

import static dev.crawlsieve.core.config.NameThresholds.NAMES;
import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.measure.report.TextLines;
import dev.crawlsieve.stream.config.SieveConfig;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings to try: for each detector, every combination of the values that were given for its
 * thresholds. A threshold without given values keeps the value in force.
 *
 * @param detectors names of detectors separated by commas, or {@code all}. Null stands for the
 *     detector in force, or for those that use a given threshold
 * @param names {@code compare}, {@code ignore}, or both separated by a comma. Null stands for the
 *     setting in force, or for {@code compare} if the threshold for names is given
 * @param values the values to try for each threshold, see {@link ValueRange}
 */
public record SettingsGrid(
    @Nullable String detectors, @Nullable String names, Map<Threshold, String> values) {

  /** Maximum number of settings: they are decided in one pass over the log. */
  public static final int MOST = LaneSweep.MOST;

  /** The grid if nothing is given: each detector is tried over its usual thresholds. */
  public static final SettingsGrid USUAL = new SettingsGrid(null, null, Map.of());

  /** The usual settings, requested by name, however long the log is. */
  public static final SettingsGrid ALL_USUAL = new SettingsGrid("usual", null, Map.of());

  /** Only the setting in force, with overrides to try. */
  public static final SettingsGrid IN_FORCE = new SettingsGrid("in force", null, Map.of());

  /** The names of all detectors, separated by commas. */
  public static final String DETECTORS =
      Stream.of(Kind.values()).map(Kind::text).collect(joining(", "));

  /** The settings of all thresholds, separated by commas. */
  public static final String THRESHOLDS =
      Stream.of(Threshold.values()).map(Threshold::setting).collect(joining(", "));

  /** Number of usual settings that are tried on a log that is too long for all at once. */
  private static final int FEW = 4;

  /** The usual values of the thresholds that a detector may have as {@link SettingFamily#axis}. */
  private static final Map<Threshold, String> USUAL_VALUES =
      Map.of(Threshold.SIMILARITY, "0.5..0.95:0.05", Threshold.DISTANCE, "0..7");

  public SettingsGrid {
    values = Map.copyOf(values);
  }

  /**
   * The grid of some values.
   *
   * @param tried values to try by name of a setting: {@code detector}, {@code near.names}, or that
   *     of a threshold
   * @throws SettingsException if a name is not that of a setting to try
   */
  public static SettingsGrid of(Map<String, String> tried) {
    Map<String, String> left = new TreeMap<>(tried);
    Map<Threshold, String> values = new EnumMap<>(Threshold.class);
    for (Threshold threshold : Threshold.values()) {
      String given = left.remove(threshold.setting());
      if (given != null) {
        values.put(threshold, given);
      }
    }
    SettingsGrid grid = new SettingsGrid(left.remove("detector"), left.remove(NAMES), values);
    if (!left.isEmpty()) {
      throw new SettingsException(
          "no setting to try is named "
              + left.keySet()
              + ": must be detector, "
              + NAMES
              + ", overrides.file, "
              + THRESHOLDS);
    }
    return grid;
  }

  /** Whether no values are given. */
  public boolean isEmpty() {
    return equals(USUAL);
  }

  /** The usual settings that are nearest to the one in force, which is the first in the list. */
  public static List<SweptSetting> few(List<SweptSetting> usual) {
    DetectorSettings inForce = usual.get(0).detector();
    Threshold axis = SettingFamily.axis(inForce.kind());
    double value = axis.value(inForce);
    return usual.stream()
        .filter(one -> one.detector().kind() == inForce.kind())
        .sorted(comparingDouble(one -> Math.abs(axis.value(one.detector()) - value)))
        .limit(FEW)
        .toList();
  }

  /**
   * The settings without repeats; the one in force comes first.
   *
   * @param inForce the setting of the published verdicts, or of the configuration
   * @param decided whether verdicts were made with the setting in force
   * @throws SettingsException if a value is invalid, a threshold is given that no detector uses, or
   *     there are too many combinations
   */
  public List<SweptSetting> settings(DetectorSettings inForce, boolean decided) {
    Set<DetectorSettings> tried = new LinkedHashSet<>();
    DetectorSettings first = DetectorSettings.of(inForce.kind(), used(inForce));
    tried.add(first);
    boolean usual = isEmpty() || equals(ALL_USUAL);
    if (usual) {
      tried.add(first.with(NameThresholds.IGNORED));
    }
    try {
      List<SettingsGrid> grids = equals(IN_FORCE) ? List.of() : List.of(this);
      for (SettingsGrid grid : usual ? usualOfEach() : grids) {
        List<Map<Threshold, Double>> combinations = grid.combinations(inForce);
        grid.checkConfirming(combinations);
        for (Kind kind : grid.kinds(inForce)) {
          combinations.forEach(each -> tried.add(DetectorSettings.of(kind, each)));
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

  private static List<SettingsGrid> usualOfEach() {
    List<SettingsGrid> grids = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Threshold axis = SettingFamily.axis(kind);
      String usual = USUAL_VALUES.get(axis);
      if (usual != null) {
        grids.add(0, new SettingsGrid(kind.text(), null, Map.of(axis, usual)));
      }
    }
    return grids;
  }

  /**
   * Checks the values of confirming similarity: one above every similarity that is tried would have
   * no effect.
   */
  private void checkConfirming(List<Map<Threshold, Double>> combinations) {
    double confirming = most(Threshold.CONFIRMING, combinations);
    double similarity = most(Threshold.SIMILARITY, combinations);
    if (values.containsKey(Threshold.CONFIRMING) && confirming > similarity) {
      throw new SettingsException(
          "%s is %s, must be at most %s, which is %s: %s"
              .formatted(
                  Threshold.CONFIRMING.setting(),
                  SweptSetting.number(confirming),
                  Threshold.SIMILARITY.setting(),
                  SweptSetting.number(similarity),
                  values.containsKey(Threshold.SIMILARITY)
                      ? "leave out what is above it, or try more of that"
                      : "give that, too"));
    }
  }

  private static double most(Threshold threshold, List<Map<Threshold, Double>> combinations) {
    return combinations.stream().mapToDouble(each -> each.get(threshold)).max().orElseThrow();
  }

  private static Map<Threshold, Double> used(DetectorSettings settings) {
    Map<Threshold, Double> used = new EnumMap<>(Threshold.class);
    for (Threshold threshold : Threshold.values()) {
      if (threshold.isUsed(settings)) {
        used.put(threshold, threshold.value(settings));
      }
    }
    if (settings.comparesNames()) {
      used.put(Threshold.ALIKE, Threshold.ALIKE.value(settings));
    }
    return used;
  }

  private Set<Kind> kinds(DetectorSettings inForce) {
    Set<Kind> kinds = new LinkedHashSet<>();
    if (detectors == null) {
      kinds.addAll(impliedKinds(inForce));
    } else if (detectors.equals("all")) {
      kinds.addAll(EnumSet.allOf(Kind.class));
    } else {
      for (String name : detectors.split(",", -1)) {
        kinds.add(kind(name.strip()));
      }
    }
    for (Threshold given : values.keySet()) {
      if (given.kinds().stream().noneMatch(kinds::contains)) {
        throw new SettingsException(
            given.setting()
                + " is for "
                + TextLines.listed(given.kinds().stream().map(Kind::text).toList())
                + ", which --try detector does not name");
      }
    }
    return kinds;
  }

  /**
   * The detector in force if it uses all given thresholds; otherwise the simplest detectors that
   * do.
   */
  private Set<Kind> impliedKinds(DetectorSettings inForce) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    boolean combined = inForce.kind() == Kind.COMBINED || values.containsKey(Threshold.CONFIRMING);
    for (Threshold given : values.keySet()) {
      if (given != Threshold.ALIKE) {
        boolean usesCombined = combined && given.kinds().contains(Kind.COMBINED);
        kinds.add(usesCombined ? Kind.COMBINED : given.kinds().iterator().next());
      }
    }
    return kinds.isEmpty() ? EnumSet.of(inForce.kind()) : kinds;
  }

  private static Kind kind(String name) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind.text().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "--try detector has the value '"
                        + name
                        + "', must be all, or some of "
                        + DETECTORS));
  }

  /** Every combination of the given values, whether or not a detector uses them. */
  private List<Map<Threshold, Double>> combinations(DetectorSettings inForce) {
    List<Map<Threshold, Double>> all = List.of(new EnumMap<>(Threshold.class));
    for (Threshold threshold : Threshold.values()) {
      if (threshold != Threshold.ALIKE) {
        all = varied(all, threshold, inForce);
      }
    }
    return all.stream().flatMap(each -> withNames(each, inForce).stream()).toList();
  }

  private List<Map<Threshold, Double>> withNames(
      Map<Threshold, Double> others, DetectorSettings inForce) {
    boolean given = values.containsKey(Threshold.ALIKE);
    String inUse = given || inForce.comparesNames() ? "compare" : "ignore";
    DetectorSettings own = inForce.comparesNames() ? inForce : inForce.with(NameThresholds.DEFAULT);
    List<Map<Threshold, Double>> treatments = new ArrayList<>();
    for (String name : (names == null ? inUse : names).split(",", -1)) {
      switch (name.strip()) {
        case "ignore" -> treatments.add(others);
        case "compare" -> treatments.addAll(varied(List.of(others), Threshold.ALIKE, own));
        default ->
            throw new SettingsException(
                NAMES
                    + " has the value '"
                    + name
                    + "', must be compare, ignore, or both separated by a comma");
      }
    }
    if (given && treatments.stream().allMatch(others::equals)) {
      throw new SettingsException(NameThresholds.ALIKE + " is given, but " + NAMES + " is ignore");
    }
    return treatments;
  }

  /** Combines each of these combinations with each value of a threshold. */
  private List<Map<Threshold, Double>> varied(
      List<Map<Threshold, Double>> all, Threshold threshold, DetectorSettings inForce) {
    String given = values.get(threshold);
    List<Double> tried =
        given == null ? List.of(threshold.value(inForce)) : numbers(threshold, given);
    List<Map<Threshold, Double>> varied = new ArrayList<>();
    for (Map<Threshold, Double> each : all) {
      for (double value : tried) {
        Map<Threshold, Double> one = new EnumMap<>(each);
        one.put(threshold, value);
        varied.add(one);
      }
    }
    return varied;
  }

  private static List<Double> numbers(Threshold threshold, String given) {
    List<Double> numbers = new ArrayList<>();
    for (BigDecimal value : ValueRange.parse(threshold.setting(), given)) {
      boolean whole = threshold.isWhole() && value.stripTrailingZeros().scale() <= 0;
      SieveConfig.ensureValid(
          threshold.setting(), whole ? value.toBigInteger().toString() : value.toPlainString());
      numbers.add(value.doubleValue());
    }
    return numbers;
  }
}

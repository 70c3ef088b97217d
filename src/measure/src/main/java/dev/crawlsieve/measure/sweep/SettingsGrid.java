package dev.crawlsieve.measure.sweep;

import static java.util.stream.Collectors.joining;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.stream.config.SieveConfig;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The settings to try: those of the detector in force with one of its thresholds changed.
 *
 * @param values the values to try for each threshold, see {@link ValueRange}
 * @param usual whether to try the usual values of the threshold that is its {@link
 *     SettingFamily#axis axis}, and names ignored
 */
public record SettingsGrid(Map<Threshold, String> values, boolean usual) {

  /** Maximum number of settings: they are decided in one pass over the log. */
  public static final int MOST = LaneSweep.MOST;

  /** What is tried if nothing is given. */
  public static final SettingsGrid USUAL = new SettingsGrid(Map.of(), true);

  /** Only the setting in force, with overrides to try. */
  public static final SettingsGrid IN_FORCE = new SettingsGrid(Map.of(), false);

  /** The settings of all thresholds, separated by commas. */
  public static final String THRESHOLDS =
      Stream.of(Threshold.values()).map(Threshold::setting).collect(joining(", "));

  /** The usual values of the thresholds that a detector may have as {@link SettingFamily#axis}. */
  private static final Map<Threshold, String> USUAL_VALUES =
      Map.of(Threshold.SIMILARITY, "0.5..0.95:0.05", Threshold.DISTANCE, "0..7");

  public SettingsGrid {
    values = Map.copyOf(values);
  }

  /**
   * The grid of some values.
   *
   * @param tried values to try by name of a threshold's setting; the usual ones if it is empty
   * @throws SettingsException if a name is not that of a threshold's setting
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
    if (left.containsKey("detector") || left.containsKey(NameThresholds.NAMES)) {
      throw new SettingsException(
          "--try changes one threshold of the detector in force at a time; another detector, or"
              + " other names, decide with 'sieve --set', or on Kafka with 'replay --into PREFIX"
              + " --set'");
    }
    if (!left.isEmpty()) {
      throw new SettingsException(
          "no setting to try is named "
              + left.keySet()
              + ": must be overrides.file, "
              + THRESHOLDS);
    }
    return values.isEmpty() ? USUAL : new SettingsGrid(values, false);
  }

  /**
   * The settings without repeats; the one in force comes first.
   *
   * @param inForce the setting of the published verdicts, or of the configuration
   * @param decided whether verdicts were made with the setting in force
   * @throws SettingsException if a value is invalid, a threshold is given that the detector does
   *     not use, or there are too many values
   */
  public List<SweptSetting> settings(DetectorSettings inForce, boolean decided) {
    Set<DetectorSettings> tried = new LinkedHashSet<>();
    DetectorSettings first = DetectorSettings.of(inForce.kind(), used(inForce));
    tried.add(first);
    Map<Threshold, String> varied = new EnumMap<>(Threshold.class);
    varied.putAll(values);
    if (usual) {
      tried.add(first.with(NameThresholds.IGNORED));
      Threshold axis = SettingFamily.axis(first.kind());
      if (USUAL_VALUES.containsKey(axis)) {
        varied.put(axis, USUAL_VALUES.get(axis));
      }
    }
    varied.forEach(
        (threshold, text) ->
            numbers(threshold, text).forEach(value -> tried.add(with(first, threshold, value))));
    if (tried.size() > MOST) {
      throw new SettingsException(
          "the lists and ranges make " + tried.size() + " settings; the maximum is " + MOST);
    }
    return tried.stream()
        .map(settings -> new SweptSetting(settings, decided && settings.equals(first)))
        .toList();
  }

  private static DetectorSettings with(DetectorSettings first, Threshold threshold, double value) {
    if (!threshold.isUsed(first)) {
      throw new SettingsException(
          threshold.setting() + " decides nothing under the setting in force, " + first.decisive());
    }
    if (threshold == Threshold.CONFIRMING && value > first.minSimilarity()) {
      throw new SettingsException(
          "%s is %s, must be at most %s"
              .formatted(
                  threshold.setting(),
                  SweptSetting.number(value),
                  Threshold.SIMILARITY.told(first)));
    }
    Map<Threshold, Double> values = used(first);
    values.put(threshold, value);
    return DetectorSettings.of(first.kind(), values);
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

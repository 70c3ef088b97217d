package dev.crawlsieve.measure.sweep;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Threshold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings that differ in a single threshold: one curve of a sweep.
 *
 * @param name what the settings share, with a letter for the threshold: {@code simhash ≤ k bits};
 *     if only other families compare names, also that this one ignores them
 * @param axis the threshold
 * @param results the results, in the order of the sweep
 */
public record SettingFamily(String name, Threshold axis, List<SettingResult> results) {

  /** The thresholds that a sweep may vary: similarity is preferred as the axis, then the first. */
  public static final List<Threshold> AXES =
      Stream.concat(Stream.of(Threshold.SIMILARITY), Arrays.stream(Threshold.values()))
          .distinct()
          .toList();

  private static final String IGNORING = "; " + NameThresholds.NAMES + "=ignore";

  public SettingFamily {
    results = List.copyOf(results);
  }

  /**
   * The families of a sweep, in the order of their first settings.
   *
   * @param all the results; the first is the setting that the others vary
   */
  public static List<SettingFamily> of(List<SettingResult> all) {
    Map<String, List<SettingResult>> byName =
        all.stream()
            .collect(
                groupingBy(
                    r -> SweptSetting.text(r.setting().detector(), axis(r, all)),
                    LinkedHashMap::new,
                    toList()));
    boolean named = all.stream().anyMatch(SettingFamily::comparesNames);
    List<SettingFamily> families = new ArrayList<>();
    byName.forEach(
        (name, results) -> {
          SettingFamily family = new SettingFamily(name, axis(results.get(0), all), results);
          families.add(named ? family.sayingWhatIsIgnored() : family);
        });
    return families;
  }

  /**
   * The threshold that a setting changes; of one that changes none, the first that another does.
   */
  private static Threshold axis(SettingResult result, List<SettingResult> all) {
    return changed(result, all)
        .or(
            () ->
                all.stream()
                    .flatMap(one -> changed(one, all).stream())
                    .min(Comparator.comparingInt(AXES::indexOf)))
        .orElseGet(() -> axis(result.setting().detector().kind()));
  }

  private static Optional<Threshold> changed(SettingResult result, List<SettingResult> all) {
    DetectorSettings first = all.get(0).setting().detector();
    DetectorSettings other = result.setting().detector();
    return AXES.stream()
        .filter(axis -> axis.isUsed(other) && axis.value(other) != axis.value(first))
        .findFirst();
  }

  private static boolean comparesNames(SettingResult result) {
    return result.setting().detector().comparesNames();
  }

  private SettingFamily sayingWhatIsIgnored() {
    return results.stream().anyMatch(SettingFamily::comparesNames)
        ? this
        : new SettingFamily(ignoring(name), axis, results);
  }

  private static String ignoring(String text) {
    return text.replace(", names ignored", "") + IGNORING;
  }

  /**
   * A setting of this family in words. If the family is said to ignore names, so is the setting.
   */
  public String text(SettingResult result) {
    String text = result.setting().text();
    return name.endsWith(IGNORING) ? ignoring(text) : text;
  }

  /**
   * The threshold of a detector that is preferred as an axis; any threshold if the detector has
   * none.
   */
  static Threshold axis(Kind kind) {
    return AXES.stream().filter(kind::uses).findFirst().orElse(Threshold.ALIKE);
  }

  /** The threshold of a setting of this family, as a number. */
  public double at(SettingResult result) {
    return axis.value(result.setting().detector());
  }

  /** The results in ascending order of the threshold. */
  public List<SettingResult> ascending() {
    return results.stream().sorted(Comparator.comparingDouble(this::at)).toList();
  }

  /** Whether the detector has a threshold at all; the one for exact copies has none. */
  public boolean hasThreshold() {
    return results.stream().anyMatch(r -> r.setting().detector().kind().uses(axis));
  }

  /** The threshold of a setting of this family, as text. */
  public String threshold(SettingResult result) {
    return !hasThreshold()
        ? "no threshold"
        : (axis == Threshold.DISTANCE ? "≤ " : "≥ ") + SweptSetting.number(at(result));
  }
}

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

  /** The families, in the order of their first settings. */
  public static List<SettingFamily> of(List<SettingResult> all) {
    Map<Kind, List<SettingResult>> kinds =
        all.stream()
            .collect(groupingBy(r -> r.setting().detector().kind(), LinkedHashMap::new, toList()));
    List<SettingFamily> families = new ArrayList<>();
    kinds.forEach((kind, results) -> families.addAll(of(kind, results)));
    return all.stream().anyMatch(SettingFamily::comparesNames)
        ? families.stream().map(SettingFamily::sayingWhatIsIgnored).toList()
        : families;
  }

  private static List<SettingFamily> of(Kind kind, List<SettingResult> results) {
    List<DetectorSettings> settings = results.stream().map(r -> r.setting().detector()).toList();
    Threshold axis = axis(kind, settings);
    Map<String, List<SettingResult>> byName =
        results.stream()
            .collect(
                groupingBy(
                    r -> SweptSetting.text(r.setting().detector(), axis),
                    LinkedHashMap::new,
                    toList()));
    List<SettingFamily> families = new ArrayList<>();
    byName.forEach((name, members) -> families.add(new SettingFamily(name, axis, members)));
    return families;
  }

  /** The threshold that the settings of a detector vary: the first one that differs among them. */
  private static Threshold axis(Kind kind, List<DetectorSettings> all) {
    return AXES.stream().filter(axis -> differs(axis, all)).findFirst().orElseGet(() -> axis(kind));
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

  private static boolean differs(Threshold axis, List<DetectorSettings> all) {
    return all.stream().filter(axis::isUsed).mapToDouble(axis::value).distinct().count() > 1;
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

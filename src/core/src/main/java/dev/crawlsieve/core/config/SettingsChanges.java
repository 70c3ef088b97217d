package dev.crawlsieve.core.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Describes the differences between former and present settings. */
public final class SettingsChanges {

  private SettingsChanges() {}

  /** A line for each setting that differs, sorted by name. */
  public static List<String> of(Map<String, String> then, Map<String, String> now) {
    SortedMap<String, String> both = new TreeMap<>(then);
    both.putAll(now);
    List<String> changes = new ArrayList<>();
    for (String name : both.keySet()) {
      if (!Objects.equals(then.get(name), now.get(name))) {
        changes.add(
            name + " was " + shown(name, then.get(name)) + ", now " + shown(name, now.get(name)));
      }
    }
    return changes;
  }

  /**
   * Checks that all settings under which pages were decided on are known: a version that lacks one
   * of them would decide differently.
   *
   * @param recorded names and values, sorted by name
   * @param known names of all settings that can be chosen
   * @return the recorded settings that can be chosen
   * @throws SettingsException if a recorded setting is unknown; the message names each with its
   *     value
   */
  public static SortedMap<String, String> ensureKnown(
      SortedMap<String, String> recorded, Set<String> known) {
    SortedMap<String, String> chosen = new TreeMap<>(recorded);
    chosen.keySet().retainAll(known);
    SortedMap<String, String> unknown = new TreeMap<>(recorded);
    unknown.keySet().removeAll(known);
    unknown.entrySet().removeAll(ShingleSettings.RECORDED.entrySet());
    if (!unknown.isEmpty()) {
      throw new SettingsException(
          "these verdicts were made with settings that this crawlsieve does not have "
              + unknown
              + " and cannot be continued or repeated: decide the pages again, with another"
              + " topic.prefix or into another folder");
    }
    return chosen;
  }

  /**
   * The value of a named setting, see {@link #shown(String)}; of overrides, what counts of them.
   */
  public static String shown(String name, @Nullable String value) {
    if (!name.equals(RuleSettings.OVERRIDES_FILE)) {
      return shown(value);
    }
    String lines = "lines of separate and thresholds";
    return value == null ? "without " + lines : value + " (its " + lines + ")";
  }

  /**
   * A setting's value as a user would write it: a duration in its short form, for example {@code
   * 30d} for {@code PT720H}; {@code not set} if there is none.
   */
  public static String shown(@Nullable String value) {
    if (value == null) {
      return "not set";
    }
    if (!value.startsWith("PT")) {
      return value;
    }
    Duration duration;
    try {
      duration = Duration.parse(value);
    } catch (DateTimeParseException e) {
      return value;
    }
    if (duration.toNanosPart() != 0) {
      return value;
    }
    long seconds = duration.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    } else if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}

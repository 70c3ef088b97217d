package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.SettingsChanges;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.RecordedSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The settings with which a generation's verdicts are made: those that it has recorded, or, if it
 * has recorded none, those that the user gave.
 *
 * @param config the settings, including given settings that do not decide verdicts
 * @param recorded whether the generation has recorded its settings
 * @param verdictHash hash of the settings that decide verdicts, as stated in its verdicts
 */
public record SettingsInForce(SieveConfig config, boolean recorded, int verdictHash) {

  /**
   * Finds the settings in force.
   *
   * @param given settings that the user gave; they name the brokers and the generation
   * @throws SettingsException if one of them contradicts a recorded setting
   * @throws dev.crawlsieve.core.failure.SieveException if no broker answers
   */
  public static SettingsInForce of(Map<String, String> given) {
    SieveConfig config = SieveConfig.of(given);
    new Connection(config).admin().close();
    return of(given, config, RecordedSettings.of(config));
  }

  /**
   * Overrides the given settings with the recorded ones, except for {@link SieveConfig#raises a
   * raised limit}.
   *
   * @param given settings that the user gave
   * @param config the same settings, parsed
   * @param recorded the recorded settings, if there are any
   * @throws SettingsException if a given setting contradicts a recorded one, or this version lacks
   *     a recorded one
   */
  public static SettingsInForce of(
      Map<String, String> given, SieveConfig config, Optional<SortedMap<String, String>> recorded) {
    if (recorded.isEmpty()) {
      return new SettingsInForce(config, false, config.verdictHash());
    }
    SortedMap<String, String> chosen = SettingsRecord.ensureKnown(recorded.get());
    Map<String, String> all = new HashMap<>(given);
    all.keySet().removeAll(SieveConfig.DECISIVE_IF_SET); // unrecorded: at their defaults
    chosen.forEach(
        (name, value) ->
            all.merge(
                name, value, (now, then) -> SieveConfig.raises(name, then, now) ? now : then));
    String overrides = RuleConfig.OVERRIDES_FILE_CONFIG;
    if (given.containsKey(overrides)
        && config.rule().overrides().digest().equals(all.getOrDefault(overrides, ""))) {
      all.put(overrides, given.get(overrides)); // the rules themselves, not only their digest
    }
    String seed = FingerprintSeed.SETTING;
    if (config.seed().given() && config.seed().digest().equals(all.get(seed))) {
      all.put(seed, given.get(seed)); // likewise
    }
    SieveConfig inForce = SieveConfig.of(all);
    ensureSame(given, inForce, config);
    return new SettingsInForce(inForce, true, SieveConfig.verdictHash(recorded.get()));
  }

  private static void ensureSame(
      Map<String, String> given, SieveConfig inForce, SieveConfig config) {
    Map<String, String> then = inForce.recorded();
    Map<String, String> now = config.recorded();
    List<String> changes = new ArrayList<>();
    for (String name : given.keySet()) {
      if (SieveConfig.DECISIVE_IF_SET.contains(name)
          ? !Objects.equals(then.get(name), now.get(name))
          : then.containsKey(name)
              && now.containsKey(name)
              && !then.get(name).equals(now.get(name))) {
        changes.add(name + " is " + shown(then, name) + " there, not " + shown(now, name));
      }
    }
    if (!changes.isEmpty()) {
      throw new SettingsException(
          String.join("; ", changes)
              + ". --set can only repeat the settings in force. Pass thresholds to try with --try"
              + " NAME=VALUES, overrides with --try overrides.file=FILE; other settings of text need"
              + " the pages again: 'sieve' them with another --out, or on Kafka 'replay --into"
              + " PREFIX'");
    }
  }

  private static String shown(Map<String, String> settings, String name) {
    return settings.containsKey(name) || name.equals(RuleConfig.OVERRIDES_FILE_CONFIG)
        ? SettingsChanges.shown(name, settings.get(name))
        : "at its default";
  }
}

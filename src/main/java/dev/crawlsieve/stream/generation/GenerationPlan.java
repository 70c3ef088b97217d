package dev.crawlsieve.stream.generation;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import dev.crawlsieve.stream.kafka.SourceTopics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a new generation beside a live one is to be: its settings, and whether it decides on the
 * live one's log or makes fingerprints of its own.
 *
 * @param live the generation that is there
 * @param next the generation that is to be
 * @param settings the new generation's settings, as given to {@code next}
 * @param ownLogBecause why it cannot decide on the live one's log; empty if it does
 */
record GenerationPlan(
    SieveConfig live,
    SieveConfig next,
    Map<String, String> settings,
    Optional<String> ownLogBecause) {

  /** Settings that {@code run} does not read, or that are of use only while catching up. */
  private static final List<String> NOT_FOR_RUN =
      List.of(SieveConfig.PARTITIONS_CONFIG, SieveConfig.PENDING_CACHE_BYTES_CONFIG);

  /**
   * Plans a generation. What is not given is as the live generation has recorded it.
   *
   * @param given names the brokers and the live generation, and what is to be other than there
   * @param prefix the new generation's {@code topic.prefix}
   * @throws SettingsException if the prefix or a setting cannot be used
   * @throws dev.crawlsieve.core.work.SieveException if no broker answers, the live generation's
   *     topics are not there, or they hold nothing that could be routed
   */
  static GenerationPlan of(Map<String, String> given, String prefix) {
    SieveConfig named = SieveConfig.of(given);
    if (prefix.isEmpty() || prefix.equals(given.get(SieveConfig.TOPIC_PREFIX_CONFIG))) {
      throw new SettingsException(
          "a new generation needs a prefix of its own, not '" + prefix + "'");
    }
    Map<String, String> ofPrefix = new LinkedHashMap<>(given);
    ofPrefix.put(SieveConfig.TOPIC_PREFIX_CONFIG, prefix);
    SieveConfig unused = SieveConfig.of(ofPrefix);
    SourceTopics.ensureBroker(named);
    Map<String, String> recorded = new LinkedHashMap<>();
    RecordedSettings.of(named).ifPresent(recorded::putAll);
    Map<String, String> settings = new LinkedHashMap<>(recorded);
    settings.putAll(given);
    SieveConfig live = SieveConfig.of(liveSettings(recorded, given));
    SourceTopics sources = SourceTopics.of(live);

    settings.put(SieveConfig.TOPIC_PREFIX_CONFIG, prefix);
    settings.put(SieveConfig.PAGES_TOPIC_CONFIG, live.topics().pages());
    settings.put(SieveConfig.PARTITIONS_CONFIG, String.valueOf(sources.partitions()));
    settings.remove(SieveConfig.FINGERPRINTS_TOPIC_CONFIG);
    if (sources.lanes() > 0) {
      settings.putIfAbsent(SieveConfig.LANES_CONFIG, String.valueOf(sources.lanes()));
    }
    Optional<String> because = otherThanLog(SieveConfig.of(settings), live, sources, recorded);
    if (because.isEmpty()) {
      settings.put(SieveConfig.FINGERPRINTS_TOPIC_CONFIG, live.topics().fingerprints());
      if (sources.lanes() > 1) {
        readTogether(settings);
      }
    }
    return new GenerationPlan(live, SieveConfig.of(settings), Map.copyOf(settings), because);
  }

  /**
   * Lets lanes that are not equally far share what is read of the bodies: small turns keep them
   * together, and much room bridges what still lies between them.
   */
  private static void readTogether(Map<String, String> settings) {
    settings.putIfAbsent("streams.main.consumer.max.partition.fetch.bytes", "32768");
    settings.putIfAbsent(
        SieveConfig.PENDING_CACHE_BYTES_CONFIG,
        String.valueOf(Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4)));
  }

  /** The live generation's own settings: what it recorded goes before what is given. */
  private static Map<String, String> liveSettings(
      Map<String, String> recorded, Map<String, String> given) {
    Map<String, String> live = new LinkedHashMap<>(given);
    live.putAll(recorded);
    return live;
  }

  /** Why the live generation's log cannot serve; empty if it can. */
  private static Optional<String> otherThanLog(
      SieveConfig next, SieveConfig live, SourceTopics sources, Map<String, String> recorded) {
    String log = live.topics().fingerprints();
    if (sources.fingerprintHash().isEmpty()) {
      return Optional.of("there are no fingerprints on '" + log + "'");
    }
    if (sources.fingerprintHash().get() != next.fingerprintHash()) {
      return Optional.of("the fingerprints on '" + log + "' were made with other settings");
    }
    if (sources.lanes() != next.lanes()) {
      return Optional.of(
          "'" + log + "' has " + sources.lanes() + " lanes, and lanes is " + next.lanes());
    }
    if (next.clusters().enabled()
        && !(live.clusters().enabled()
            && live.clusters().scoreHeader().equals(next.clusters().scoreHeader()))) {
      return Optional.of("'" + log + "' does not contain what clusters need");
    }
    String scope = recorded.get(SieveConfig.DEDUP_SCOPE_CONFIG);
    if (scope != null && !scope.equals(next.scope().toString())) {
      return Optional.of(
          "'" + log + "' has lanes by " + scope + ", and dedup.scope is " + next.scope());
    }
    return Optional.empty();
  }

  /** The plan in a sentence. */
  String sentence() {
    TopicNames topics = next.topics();
    return ownLogBecause
        .map(
            because ->
                because
                    + ": reading the pages of '"
                    + topics.pages()
                    + "' again into '"
                    + topics.fingerprints()
                    + "'")
        .orElse(
            "decides on the log '"
                + topics.fingerprints()
                + "', with bodies from '"
                + topics.pages()
                + "'");
  }

  /**
   * The settings that {@code run} needs to keep the generation going, as far as they are not at
   * their defaults, by name; without those for Kafka's clients, which may hold secrets.
   */
  SortedMap<String, String> runSettings() {
    SortedMap<String, String> run = new TreeMap<>(next.changed());
    run.keySet().removeAll(NOT_FOR_RUN);
    return run;
  }
}

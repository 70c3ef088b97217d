package dev.crawlsieve.stream.generation;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.IndexConfig;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import dev.crawlsieve.stream.kafka.SourceTopics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The plan for a new generation next to a live one: its settings, and whether it decides on the
 * live one's log or makes its own fingerprints.
 *
 * @param live the existing generation
 * @param next the generation to be created
 * @param settings the new generation's settings, as given to {@code next}
 * @param ownLogBecause why it cannot decide on the live one's log; empty if it does
 */
record GenerationPlan(
    SieveConfig live,
    SieveConfig next,
    Map<String, String> settings,
    Optional<String> ownLogBecause) {

  /** Settings that {@code run} does not read, or that are useful only while catching up. */
  private static final List<String> NOT_FOR_RUN =
      List.of(TopicsConfig.PARTITIONS_CONFIG, IndexConfig.PENDING_CACHE_BYTES_CONFIG);

  /**
   * Plans a generation. Settings that are not given are taken from the live generation's records.
   *
   * @param given names the brokers and the live generation, and the settings that differ from it
   * @param prefix the new generation's {@code topic.prefix}
   * @throws SettingsException if the prefix or a setting is not valid here
   * @throws dev.crawlsieve.core.work.SieveException if no broker responds, the live generation's
   *     topics do not exist, or they contain nothing to route
   */
  static GenerationPlan of(Map<String, String> given, String prefix) {
    SieveConfig named = SieveConfig.of(given);
    if (prefix.isEmpty() || prefix.equals(given.get(TopicsConfig.TOPIC_PREFIX_CONFIG))) {
      throw new SettingsException(
          "a new generation needs a prefix of its own, not '" + prefix + "'");
    }
    Map<String, String> ofPrefix = new LinkedHashMap<>(given);
    ofPrefix.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    SieveConfig unused = SieveConfig.of(ofPrefix);
    SourceTopics.ensureBroker(named);
    Map<String, String> recorded = new LinkedHashMap<>();
    RecordedSettings.of(named).ifPresent(recorded::putAll);
    Map<String, String> settings = new LinkedHashMap<>(recorded);
    settings.putAll(given);
    SieveConfig live = SieveConfig.of(liveSettings(recorded, given));
    SourceTopics sources = SourceTopics.of(live);

    settings.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    settings.put(TopicsConfig.PAGES_TOPIC_CONFIG, live.topics().pages());
    settings.put(TopicsConfig.PARTITIONS_CONFIG, String.valueOf(sources.partitions()));
    settings.remove(TopicsConfig.FINGERPRINTS_TOPIC_CONFIG);
    if (sources.lanes() > 0) {
      settings.putIfAbsent(TopicsConfig.LANES_CONFIG, String.valueOf(sources.lanes()));
    }
    Optional<String> because = otherThanLog(SieveConfig.of(settings), live, sources, recorded);
    if (because.isEmpty()) {
      settings.put(TopicsConfig.FINGERPRINTS_TOPIC_CONFIG, live.topics().fingerprints());
      if (sources.lanes() > 1) {
        readTogether(settings);
      }
    }
    SieveConfig next = SieveConfig.of(settings);
    next.rule().overrides().ensureKnown();
    next.seed().ensureKnown();
    return new GenerationPlan(live, next, Map.copyOf(settings), because);
  }

  /**
   * Lets lanes at different positions share the bodies they read: small batches keep the lanes
   * close together, and a large cache bridges the remaining distance.
   */
  private static void readTogether(Map<String, String> settings) {
    settings.putIfAbsent("streams.main.consumer.max.partition.fetch.bytes", "32768");
    settings.putIfAbsent(
        IndexConfig.PENDING_CACHE_BYTES_CONFIG,
        String.valueOf(Math.max(64L << 20, Runtime.getRuntime().maxMemory() / 4)));
  }

  /** The live generation's own settings: recorded ones override those given. */
  private static Map<String, String> liveSettings(
      Map<String, String> recorded, Map<String, String> given) {
    Map<String, String> live = new LinkedHashMap<>(given);
    live.putAll(recorded);
    return live;
  }

  /** Why the live generation's log cannot be used; empty if it can. */
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
    String scope = recorded.get(RuleConfig.DEDUP_SCOPE_CONFIG);
    if (scope != null && !scope.equals(next.scope().toString())) {
      return Optional.of(
          "'" + log + "' has lanes by " + scope + ", and dedup.scope is " + next.scope());
    }
    return Optional.empty();
  }

  /** The plan in one sentence. */
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
   * The settings, by name, that {@code run} needs to continue the generation, as far as they differ
   * from the defaults; without those for Kafka's clients, which may contain secrets.
   */
  SortedMap<String, String> runSettings() {
    SortedMap<String, String> run = new TreeMap<>(next.changed());
    run.keySet().removeAll(NOT_FOR_RUN);
    return run;
  }
}

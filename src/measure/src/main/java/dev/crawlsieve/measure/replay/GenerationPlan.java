package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.reading.LogSample;
import dev.crawlsieve.stream.kafka.topics.RecordedSettings;
import dev.crawlsieve.stream.kafka.topics.SourceTopics;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The plan for a new generation next to a live one. It says which settings {@code run} needs for
 * it, and whether it decides on the live generation's log or makes fingerprints of its own. The
 * live generation is only read.
 *
 * @param next the generation to be created
 * @param runSettings the settings that {@code run} needs for it, by name, as far as they differ
 *     from the defaults. The seed and the settings of Kafka's clients are left out: they may
 *     contain secrets
 * @param ownLogBecause why it cannot decide on the live generation's log; empty if it does
 */
public record GenerationPlan(
    SieveConfig next, SortedMap<String, String> runSettings, Optional<String> ownLogBecause) {

  private static final String FETCH_BYTES = "streams.main.consumer.max.partition.fetch.bytes";

  public GenerationPlan {
    runSettings = Collections.unmodifiableSortedMap(new TreeMap<>(runSettings));
  }

  /**
   * Plans a generation. Settings not given are taken from the live generation's records. The live
   * log is used only if its pages are still at their positions.
   *
   * @param given the settings that name the brokers and the live generation, and those that shall
   *     differ from it
   * @param prefix the new generation's {@code topic.prefix}
   * @throws SettingsException if the prefix or a setting is not valid for a new generation
   * @throws dev.crawlsieve.core.failure.SieveException if no broker responds, the live generation's
   *     topics do not exist, or they contain nothing to route
   */
  public static GenerationPlan of(Map<String, String> given, String prefix) {
    SieveConfig named = SieveConfig.of(given);
    if (prefix.isEmpty() || prefix.equals(given.get(TopicsConfig.TOPIC_PREFIX_CONFIG))) {
      throw new SettingsException(
          "a new generation needs a prefix of its own, not '" + prefix + "'");
    }
    Map<String, String> ofPrefix = new LinkedHashMap<>(given);
    ofPrefix.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    SieveConfig.of(ofPrefix);
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
        // Lanes at nearby positions share the bodies that are read: small batches keep lanes close
        // together.
        settings.putIfAbsent(FETCH_BYTES, "32768");
      }
    }
    SieveConfig next = SieveConfig.of(settings);
    next.rule().overrides().ensureKnown();
    next.seed().ensureKnown();
    SortedMap<String, String> run = next.changed();
    run.remove(TopicsConfig.PARTITIONS_CONFIG); // run does not use it
    if (settings.containsKey(FETCH_BYTES)) {
      run.put(FETCH_BYTES, settings.get(FETCH_BYTES));
    }
    return new GenerationPlan(next, run, because);
  }

  /** The settings of the live generation: recorded settings override given ones. */
  private static Map<String, String> liveSettings(
      Map<String, String> recorded, Map<String, String> given) {
    Map<String, String> live = new LinkedHashMap<>(given);
    live.putAll(recorded);
    return live;
  }

  /** The reason why the live generation's log cannot be used; empty if it can. */
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
    if (next.clusters().enabled() && !live.clusters().enabled()) {
      return Optional.of("'" + log + "' does not contain what clusters need");
    }
    if (next.rule().overrides().decides()) {
      return Optional.of("keep and drop of overrides.file are to count from the first page on");
    }
    String scope = recorded.get(RuleConfig.DEDUP_SCOPE_CONFIG);
    if (scope != null && !scope.equals(next.scope().toString())) {
      return Optional.of(
          "'" + log + "' has lanes by " + scope + ", and dedup.scope is " + next.scope());
    }
    LogSample sample = LogSample.of(live);
    return Optional.ofNullable(sample.example())
        .map(
            example ->
                "'%s' was mirrored, restored or made again since '%s' was made (%s of %s pages that were compared differ: %s)"
                    .formatted(
                        live.topics().pages(), log, sample.others(), sample.compared(), example));
  }

  /** The plan in one sentence. */
  public String sentence() {
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
   * Creates the topics that are missing.
   *
   * @throws SettingsException if there are verdicts under the prefix that were made with other
   *     settings
   */
  public void createTopics() {
    RecordedSettings.check(next);
    Topics.create(next);
  }

  /** The settings as a file for {@code run --config}. */
  public String properties() {
    StringBuilder file = new StringBuilder("# " + next.applicationId() + " " + sentence() + "\n");
    runSettings.forEach(
        (name, value) ->
            file.append(name).append('=').append(value.replace("\\", "\\\\")).append('\n'));
    return file.toString();
  }
}

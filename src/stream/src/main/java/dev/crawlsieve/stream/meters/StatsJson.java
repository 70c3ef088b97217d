package dev.crawlsieve.stream.meters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.kafka.RecordJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Renders the counts as JSON. */
final class StatsJson {

  static final int HOSTS = 20;

  private static final Map<String, ToLongFunction<History.Sample>> SAMPLE = sample();

  private final SieveConfig config;
  private final CountingMeters counted;
  private final Instant since;

  /**
   * @param since when counting began
   */
  StatsJson(SieveConfig config, CountingMeters counted, Instant since) {
    this.config = config;
    this.counted = counted;
    this.since = since;
  }

  /** The fields of a sample in order; kinds that were added later come last. */
  private static Map<String, ToLongFunction<History.Sample>> sample() {
    Map<String, ToLongFunction<History.Sample>> fields = new LinkedHashMap<>();
    fields.put("millis", History.Sample::millis);
    fields.put("unique", History.Sample::unique);
    fields.put("duplicate", History.Sample::duplicate);
    fields.put("deadLetters", History.Sample::deadLetters);
    for (Verdict.Kind kind : List.of(Verdict.Kind.EXACT, Verdict.Kind.NEAR, Verdict.Kind.REVISIT)) {
      fields.put(kind.text(), sample -> sample.dropped(kind));
    }
    fields.put("waiting", History.Sample::waiting);
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      fields.putIfAbsent(kind.text(), sample -> sample.dropped(kind));
    }
    return fields;
  }

  ObjectNode of(
      Health health,
      History history,
      Latest<Map<String, TopCounts.Count>> hostHistory,
      Map<String, Long> lag,
      Map<Integer, Long> restoring) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.put("application", config.applicationId());
    json.put("since", since.toString());
    json.putObject("health")
        .put("ready", health.ready())
        .put("state", health.state())
        .put("reason", health.reason());
    TopicNames names = config.topics();
    json.putObject("topics")
        .put("pages", names.pages())
        .put("fingerprints", names.fingerprints())
        .put("verdicts", names.verdicts())
        .put("unique", names.unique())
        .put("duplicate", names.duplicate())
        .put("unjudged", names.unjudged())
        .put("dead-letters", names.deadLetters());
    counted.putTotals(json.putObject("totals"));
    json.set("lag", tree(lag));
    json.put("pagesPerSecond", Math.round(10 * history.pagesPerSecond()) / 10.0);
    json.put("pendingBytes", counted.pendingBytes());
    lanes(json.putArray("lanes"), restoring);
    hosts(json.putArray("hosts"), hostHistory);
    copied(json.putArray("copied"));
    json.set("dropped", dropped(counted.latestDropped()));
    json.set("deadLetters", tree(counted.latestDeadLetters()));
    putHistory(json, history);
    json.put("lastRouted", history.lastRoutedMillis());
    decides(json.putObject("decides"));
    parts(json);
    return json;
  }

  /** Adds samples as arrays, and what their places hold. */
  static void putHistory(ObjectNode json, History history) {
    SAMPLE.keySet().forEach(json.putArray("historyFields")::add);
    ArrayNode samples = json.putArray("history");
    for (History.Sample sample : history.samples()) {
      ArrayNode fields = samples.addArray();
      SAMPLE.values().forEach(field -> fields.add(field.applyAsLong(sample)));
    }
  }

  /** What decides: the program, the detector and its thresholds. */
  private void decides(ObjectNode json) {
    json.put("version", StatsJson.class.getPackage().getImplementationVersion());
    json.put("fingerprints", FingerprintCodec.VERSION);
    json.put("detector", config.detector().name());
    ObjectNode thresholds = json.putObject("thresholds");
    config.detector().decisive().forEach(thresholds::put);
    thresholds.remove("detector");
    json.put("settings", String.format("%08x", config.verdictHash()));
    json.put("scope", config.scope().toString());
    json.put("lanes", config.lanes());
    json.put("shards", config.shards());
  }

  /** The optional parts of the topology; null where they are off. */
  private void parts(ObjectNode json) {
    if (config.clusters().enabled()) {
      json.putObject("clusters").put("published", counted.clustersPublished());
    } else {
      json.putNull("clusters");
    }
    if (!config.mirrorsEnabled()) {
      json.putNull("mirrors");
      return;
    }
    ObjectNode mirrors = json.putObject("mirrors");
    counted
        .mirrorCounts()
        .ifPresent(
            counts ->
                mirrors
                    .put("observations", counts.observations())
                    .put("declared", counts.mirrors())
                    .put("rules", counts.rules()));
  }

  /** Verdicts as on their topic. */
  static ArrayNode dropped(List<Verdict> verdicts) {
    ArrayNode dropped = RecordJson.JSON.createArrayNode();
    verdicts.forEach(verdict -> dropped.add(VerdictCodec.tree(verdict)));
    return dropped;
  }

  private void lanes(ArrayNode json, Map<Integer, Long> restoring) {
    Map<Integer, Drift> drifts = counted.drifts();
    counted
        .indexes()
        .forEach(
            (partition, stats) -> {
              IndexPlace place = IndexPlace.of(partition, config.shards());
              ObjectNode node = json.addObject().put("lane", place.lane());
              if (place.shard() >= 0) {
                node.put("shard", place.shard());
              }
              node.put("leaders", stats.leaders());
              node.put("heapBytes", LaneMeters.heapBytes(stats));
              node.put("nativeBytes", stats.nativeBytes());
              node.put("diskBytes", stats.diskBytes());
              node.put("largestBucket", stats.largestBucket());
              node.put("leadersOnDisk", stats.inBase());
              node.put("lookups", stats.lookups());
              node.put("lookupsOnDisk", stats.diskLookups());
              node.put("filterBytes", stats.filterBytes());
              node.put("memoryBytes", config.index().memoryBytes());
              node.put("toRestore", restoring.getOrDefault(partition, 0L));
              if (place.shard() < 0) {
                drift(node, drifts.get(partition));
              }
            });
  }

  /**
   * @param drift null if no page has been decided
   */
  private static void drift(ObjectNode lane, Drift drift) {
    if (drift != null) {
      ObjectNode windows = lane.putObject("drift");
      share(windows.putObject("last"), drift.last());
      share(windows.putObject("before"), drift.before());
    }
  }

  /**
   * Adds what is between the shards of each lane that is decided here.
   *
   * @param waiting pages that wait before each shard of this instance, by partition of {@code
   *     lookups}
   */
  void addPipeline(ObjectNode json, Map<Integer, Long> waiting) {
    ObjectNode pipeline = json.putObject("pipeline");
    ArrayNode lanes = pipeline.putArray("lanes");
    Map<Integer, Drift> drifts = counted.drifts();
    counted
        .pipelines()
        .forEach(
            (lane, now) -> {
              ObjectNode node = lanes.addObject().put("lane", lane);
              node.put("pages", now.pages() < 0 ? null : now.pages());
              node.put("recentLeaders", now.leaders())
                  .put("recentHeapBytes", now.heapBytes())
                  .put("recentDiskBytes", now.diskBytes());
              drift(node, drifts.get(lane));
            });
    ArrayNode shards = pipeline.putArray("shards");
    waiting.forEach(
        (partition, pages) -> {
          IndexPlace place = IndexPlace.of(partition, config.shards());
          shards
              .addObject()
              .put("lane", place.lane())
              .put("shard", place.shard())
              .put("waiting", pages);
        });
  }

  private static void share(ObjectNode json, Drift.Share share) {
    json.put("pages", share.pages());
    json.put("duplicateShare", number(share.duplicates()));
    json.put("distance", number(share.distance()));
  }

  private static Double number(double value) {
    return Double.isNaN(value) ? null : Math.round(value * 1e4) / 1e4;
  }

  private void hosts(ArrayNode json, Latest<Map<String, TopCounts.Count>> history) {
    List<Map<String, TopCounts.Count>> samples = history.oldestFirst();
    for (TopCounts.Count host : counted.hosts().top(HOSTS)) {
      ArrayNode over =
          json.addObject()
              .put("host", host.name())
              .put("pages", host.upper())
              .put("duplicates", host.marked())
              .put("countedTooHighByAtMost", host.over())
              .putArray("over");
      for (Map<String, TopCounts.Count> sample : samples) {
        TopCounts.Count then = sample.get(host.name());
        if (then == null) {
          over.addNull();
        } else {
          over.addArray().add(then.upper()).add(then.marked());
        }
      }
    }
  }

  /** Kept pages with the most copies. */
  private void copied(ArrayNode json) {
    for (TopCounts.Count kept : counted.copied().top(HOSTS)) {
      json.addObject()
          .put("url", kept.name())
          .put("copies", kept.certain())
          .put("otherNames", kept.marked());
    }
  }

  static JsonNode tree(Object value) {
    return RecordJson.JSON.valueToTree(value);
  }
}

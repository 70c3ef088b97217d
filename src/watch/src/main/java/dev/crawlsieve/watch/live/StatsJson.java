package dev.crawlsieve.watch.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.watch.http.Health;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The answer of {@code /api/stats} about an instance: its meters, and the lists next to them. */
final class StatsJson {

  private static final int HOSTS = 20;

  private final SieveConfig config;
  private final SieveMeters counted;
  private final Metrics metrics;
  private final Instant since = Instant.now();

  /** Statistics of an instance that starts now. */
  StatsJson(SieveConfig config, SieveMeters counted, Metrics metrics) {
    this.config = config;
    this.counted = counted;
    this.metrics = metrics;
  }

  ObjectNode of(Health health, History history) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    json.put("application", config.applicationId());
    json.put("since", since.toString());
    json.set("health", RecordJson.JSON.valueToTree(health));
    topics(json.putObject("topics"), config.topics());
    json.set("totals", RecordJson.JSON.valueToTree(metrics.totals()));
    json.put("pagesPerSecond", Math.round(10 * history.pagesPerSecond()) / 10.0);
    json.put("lastRouted", history.lastRoutedMillis());
    json.set("meters", metrics.json());
    hosts(json.putArray("hosts"));
    copied(json.putArray("copied"));
    ArrayNode dropped = json.putArray("dropped");
    counted.latestDropped().forEach(verdict -> dropped.add(VerdictCodec.tree(verdict)));
    json.set("deadLetters", RecordJson.JSON.valueToTree(counted.latestDeadLetters()));
    history(json, history.samples());
    decides(json.putObject("decides"));
    return json;
  }

  private static void topics(ObjectNode json, TopicNames names) {
    for (String plain : TopicNames.PLAIN) {
      json.put(plain, names.named(plain));
    }
  }

  /** Adds samples as arrays, and the names of the arrays' elements. */
  private static void history(ObjectNode json, List<History.Sample> samples) {
    List<String> totals =
        samples.isEmpty() ? List.of() : new ArrayList<>(samples.get(0).totals().keySet());
    ArrayNode fields = json.putArray("historyFields").add("millis").add("waiting");
    totals.forEach(fields::add);
    ArrayNode history = json.putArray("history");
    for (History.Sample sample : samples) {
      ArrayNode values = history.addArray().add(sample.millis()).add(sample.waiting());
      totals.forEach(name -> values.add(sample.totals().get(name)));
    }
  }

  /** Adds what decisions depend on: the program's version, the detector and its thresholds. */
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
    json.put("indexMemoryBytes", config.index().memoryBytes());
    json.put("clusters", config.clusters().enabled());
    json.put("mirrors", config.uses(MirrorsConfig.WING));
    int names = config.liveOverrides().now().names();
    if (names > 0) {
      json.putObject("overrides")
          .put("names", names)
          .put("unapplied", counted.overrides().without())
          .put("text", counted.overrides().text());
    }
  }

  private void hosts(ArrayNode json) {
    for (TopCounts.Count host : counted.hosts().top(HOSTS)) {
      json.addObject()
          .put("host", host.name())
          .put("pages", host.upper())
          .put("duplicates", host.marked())
          .put("countedTooHighByAtMost", host.over());
    }
  }

  /** Adds the kept pages with the most copies. */
  private void copied(ArrayNode json) {
    for (TopCounts.Count kept : counted.copied().top(HOSTS)) {
      json.addObject()
          .put("url", kept.name())
          .put("copies", kept.certain())
          .put("otherNames", kept.marked());
    }
  }
}

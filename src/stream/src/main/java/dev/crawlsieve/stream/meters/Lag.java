package dev.crawlsieve.stream.meters;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.run.RecordsLag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;

/**
 * How many records this instance's consumers are behind, from their own metrics, without a request.
 */
final class Lag {

  private Lag() {}

  /** The topics that an instance reads, in the order in which a page passes them. */
  static List<String> topics(TopicNames topics) {
    List<String> read = new ArrayList<>(List.of(topics.pages(), topics.fingerprints()));
    if (topics.sharded()) {
      read.addAll(List.of(topics.shards().lookups(), topics.shards().found()));
    }
    read.add(topics.verdicts());
    return List.copyOf(read);
  }

  /**
   * Records still to be read, by topic, for the topics that this instance reads.
   *
   * @param open those of them that no consumer can read yet, by partition
   */
  static Map<String, Long> of(
      Map<MetricName, ? extends Metric> metrics,
      TopicNames topics,
      Map<TopicPartition, Long> open) {
    List<String> read = topics(topics);
    Map<String, Long> unordered = new HashMap<>();
    RecordsLag.of(metrics).forEach((at, lag) -> unordered.merge(at.topic(), lag, Long::sum));
    open.forEach((at, lag) -> unordered.merge(at.topic(), lag, Long::sum));
    Map<String, Long> lag = new LinkedHashMap<>();
    read.stream().filter(unordered::containsKey).forEach(t -> lag.put(t, unordered.get(t)));
    return lag;
  }

  /**
   * Pages that wait before each shard that this instance reads for, by partition of {@code
   * lookups}; empty without shards.
   */
  static Map<Integer, Long> beforeShards(
      Map<MetricName, ? extends Metric> metrics, TopicNames topics) {
    Map<Integer, Long> waiting = new TreeMap<>();
    if (topics.sharded()) {
      RecordsLag.of(metrics)
          .forEach(
              (at, lag) -> {
                if (at.topic().equals(topics.shards().lookups())) {
                  waiting.put(at.partition(), lag);
                }
              });
    }
    return waiting;
  }

  /**
   * The shard of this instance before which the most pages wait: the slowest stage.
   *
   * @param streams null if it has not been created yet
   * @return null if none wait
   */
  static Waiting slowest(KafkaStreams streams, TopicNames topics, int shards) {
    Map<Integer, Long> waiting =
        streams == null ? Map.of() : beforeShards(streams.metrics(), topics);
    return waiting.entrySet().stream()
        .filter(shard -> shard.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(shard -> new Waiting(IndexPlace.of(shard.getKey(), shards), shard.getValue()))
        .orElse(null);
  }

  /**
   * The slowest stage in words, for example {@code 1,200 before shard 2 of lane 0}.
   *
   * @param streams null if it has not been created yet
   * @return null if no page waits before a shard
   */
  static String inWords(KafkaStreams streams, SieveConfig config) {
    Waiting slowest = slowest(streams, config.topics(), config.shards());
    return slowest == null
        ? null
        : String.format(Locale.ROOT, "%,d before %s", slowest.pages(), slowest.place());
  }

  /** Pages that wait before a shard. */
  record Waiting(IndexPlace place, long pages) {}

  /**
   * Records still to be read in all topics.
   *
   * @param streams null if it has not been created yet
   * @param open as above
   * @return -1 if unknown
   */
  static long total(KafkaStreams streams, TopicNames topics, Map<TopicPartition, Long> open) {
    Map<String, Long> lag = streams == null ? Map.of() : of(streams.metrics(), topics, open);
    return lag.isEmpty() ? -1 : lag.values().stream().mapToLong(Long::longValue).sum();
  }
}

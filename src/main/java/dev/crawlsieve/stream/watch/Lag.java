package dev.crawlsieve.stream.watch;

import dev.crawlsieve.stream.config.TopicNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
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

  /** Records still to be read, by topic, for the topics that this instance reads. */
  static Map<String, Long> of(Map<MetricName, ? extends Metric> metrics, TopicNames topics) {
    List<String> read = topics(topics);
    Map<String, Long> unordered = new HashMap<>();
    metrics.forEach(
        (name, metric) -> {
          String topic = name.tags().get("topic");
          if (name.name().equals("records-lag")
              && read.contains(topic)
              && metric.metricValue() instanceof Number records
              && records.doubleValue() >= 0) {
            unordered.merge(topic, records.longValue(), Long::sum);
          }
        });
    Map<String, Long> lag = new LinkedHashMap<>();
    read.stream().filter(unordered::containsKey).forEach(t -> lag.put(t, unordered.get(t)));
    return lag;
  }

  /**
   * Records still to be read in all topics.
   *
   * @param streams null if it has not been created yet
   * @return -1 if unknown
   */
  static long total(KafkaStreams streams, TopicNames topics) {
    Map<String, Long> lag = streams == null ? Map.of() : of(streams.metrics(), topics);
    return lag.isEmpty() ? -1 : lag.values().stream().mapToLong(Long::longValue).sum();
  }
}

package dev.crawlsieve.watch.live;

import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.run.RecordsLag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/**
 * Computes how many records wait for this instance. These are the records that its consumers are
 * behind, by their own metrics, and those that they have fetched but whose results are not
 * committed. No request is made.
 */
final class Lag {

  private Lag() {}

  /** The topics that an instance reads, in the order in which a page passes them. */
  static List<String> topics(TopicNames topics) {
    List<String> read = new ArrayList<>(List.of(topics.pages(), topics.fingerprints()));
    read.addAll(topics.withinLanes());
    read.add(topics.verdicts());
    return List.copyOf(read);
  }

  /**
   * Number of records that wait, by topic, for the topics that this instance reads.
   *
   * @param open number of records that no consumer can read yet, by partition. On topics that
   *     instances write, they count only while nothing is fetched: otherwise they are results of
   *     fetched records
   * @param uncommitted number of uncommitted offsets, by partition; they count where a consumer
   *     does not know its lag, as before its first fetch or while a quota delays it
   * @param fetched number of fetched records whose results are not committed, by partition
   * @param ahead number of records that this instance has written and not fetched, as far as it
   *     knows, by partition
   */
  static Map<String, Long> of(
      Map<MetricName, ? extends Metric> metrics,
      TopicNames topics,
      Map<TopicPartition, Long> open,
      Map<TopicPartition, Long> uncommitted,
      Map<TopicPartition, Long> fetched,
      Map<TopicPartition, Long> ahead) {
    List<String> read = topics(topics);
    Map<String, Long> unordered = new HashMap<>();
    Map<TopicPartition, Long> known = new HashMap<>(uncommitted);
    long inside = 0;
    for (Map.Entry<TopicPartition, Long> lag : RecordsLag.of(metrics).entrySet()) {
      long here = fetched.getOrDefault(lag.getKey(), 0L);
      long unread = Math.max(lag.getValue(), ahead.getOrDefault(lag.getKey(), 0L));
      known.put(lag.getKey(), unread + here);
      inside += here;
    }
    known.forEach((at, lag) -> unordered.merge(at.topic(), lag, Long::sum));
    boolean working = inside > 0;
    open.forEach(
        (at, lag) -> {
          if (!working || at.topic().equals(topics.pages())) {
            unordered.merge(at.topic(), lag, Long::sum);
          }
        });
    Map<String, Long> lag = new LinkedHashMap<>();
    read.stream().filter(unordered::containsKey).forEach(t -> lag.put(t, unordered.get(t)));
    return lag;
  }

  /**
   * A lag in words: {@code 195 pages + 78 fingerprints}. Topics are listed separately, since a page
   * waits on one after the other.
   */
  static String words(Map<String, Long> lag, TopicNames topics) {
    String words =
        lag.entrySet().stream()
            .filter(of -> of.getValue() > 0)
            .map(
                of ->
                    String.format(Locale.ROOT, "%,d %s", of.getValue(), topics.plain(of.getKey())))
            .collect(Collectors.joining(" + "));
    return words.isEmpty() ? "0" : words;
  }

  /**
   * Number of pages that wait before each task of this instance, by the task's number, where
   * several tasks share a lane; otherwise empty.
   */
  static Map<Integer, Long> beforeTasks(
      Map<MetricName, ? extends Metric> metrics, TopicNames topics) {
    Map<Integer, Long> waiting = new TreeMap<>();
    if (!topics.withinLanes().isEmpty()) {
      RecordsLag.of(metrics)
          .forEach(
              (at, lag) -> {
                if (at.topic().equals(topics.lookedUp())) {
                  waiting.put(at.partition(), lag);
                }
              });
    }
    return waiting;
  }
}

package dev.crawlsieve.stream.kafka;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the broker reports about one topic.
 *
 * @param name the topic's full name
 * @param partitions number of partitions, or 0 if there is no such topic
 * @param replication copies of every record
 * @param offsets offsets in use over all partitions: records, and a marker for every transaction.
 *     Brokers do not count records
 * @param bytes size on all brokers' disks, or null if unknown
 * @param settings those that decide which records are accepted and how long they are kept, by name;
 *     empty if unknown
 * @param problems a sentence for every setting that would lose pages, all or some
 */
public record TopicDescription(
    String name,
    int partitions,
    int replication,
    long offsets,
    @Nullable Long bytes,
    SortedMap<String, String> settings,
    List<String> problems) {

  /** Whether there is such a topic. */
  @JsonProperty
  public boolean exists() {
    return partitions > 0;
  }
}

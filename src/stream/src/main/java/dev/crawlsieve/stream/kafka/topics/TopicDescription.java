package dev.crawlsieve.stream.kafka.topics;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the brokers report about one topic.
 *
 * @param name the topic's full name
 * @param partitions number of partitions, or 0 if there is no such topic
 * @param replication copies of every record
 * @param offsets number of offsets in use over all partitions. It includes a marker for each
 *     transaction: brokers do not count records
 * @param bytes size on all brokers' disks, or null if unknown
 * @param settings the settings that decide which records are accepted and how long they are kept,
 *     by name; empty if unknown
 * @param problems a sentence for each setting that would lose all pages or some
 */
public record TopicDescription(
    String name,
    int partitions,
    int replication,
    long offsets,
    @Nullable Long bytes,
    SortedMap<String, String> settings,
    List<String> problems) {

  /** Whether the topic exists. */
  @JsonProperty
  public boolean exists() {
    return partitions > 0;
  }
}

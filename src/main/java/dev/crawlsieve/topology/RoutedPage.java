package dev.crawlsieve.topology;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * A page's value on its way out, and the partition it came from, which it keeps.
 *
 * @param value the bytes as produced, not a copy
 */
record RoutedPage(int partition, byte[] value) {

  /** The bytes as they are. */
  static Serializer<RoutedPage> serializer() {
    return (topic, page) -> page.value();
  }

  /** The partition it came from. */
  static StreamPartitioner<byte[], RoutedPage> partitioner() {
    return (topic, key, page, partitions) -> Optional.of(Set.of(page.partition()));
  }
}

package dev.crawlsieve.stream.topology;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Chooses the one partition that a record is written to. */
@FunctionalInterface
public interface PartitionChoice<K, V> {

  /** The partition of a record, below the number of {@code partitions}. */
  int of(K key, V value, int partitions);

  /** This choice for Kafka Streams. */
  @SuppressWarnings("removal") // in 4.4 the only abstract method is one that will go
  default StreamPartitioner<K, V> partitioner() {
    return (topic, key, value, partitions) -> Optional.of(Set.of(of(key, value, partitions)));
  }
}

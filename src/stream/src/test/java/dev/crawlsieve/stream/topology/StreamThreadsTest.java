package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StreamThreadsTest {

  private static final TopicPartition LANE = new TopicPartition("fingerprints", 1);

  @Test
  void shouldShowWhatThisThreadFetchesOfAPartition() throws InterruptedException {
    List<ConsumerRecord<byte[], byte[]>> seen = new ArrayList<>();
    StreamThreads threads = new StreamThreads();
    threads.want(LANE, seen::addAll);
    threads.fetched(records(1, 2));
    assertThat(seen).extracting(ConsumerRecord::partition).containsExactly(1, 1);
    Thread other = new Thread(() -> threads.fetched(records(1)));
    other.start();
    other.join();
    threads.fetched(records(0));
    threads.forget(LANE);
    threads.fetched(records(1));
    assertThat(seen).hasSize(2);
  }

  /** Kafka Streams holds seconds of work; without it, a thread seems to keep up before it does. */
  @Test
  void shouldCountRecordsAsWaitingUntilTheyAreCommitted() {
    StreamThreads threads = new StreamThreads();
    TopicPartition other = new TopicPartition("fingerprints", 0);
    assertThat(threads.waiting(Map.of(LANE, 7L))).containsEntry("fingerprints", 7L);
    threads.fetched(records(0, 1));
    assertThat(threads.waiting(Map.of(LANE, 7L, other, 1L))).containsEntry("fingerprints", 12L);
    assertThat(threads.waiting(Map.of(LANE, 7L))).containsEntry("fingerprints", 9L);
    threads.committed(Map.of(LANE, new OffsetAndMetadata(2)), Map.of());
    assertThat(threads.waiting(Map.of(LANE, 7L, other, 0L))).containsEntry("fingerprints", 9L);
  }

  private static ConsumerRecords<byte[], byte[]> records(int... partitions) {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    for (int partition : partitions) {
      List<ConsumerRecord<byte[], byte[]>> some = new ArrayList<>();
      for (int offset = 0; offset < 2; offset++) {
        some.add(new ConsumerRecord<>("fingerprints", partition, offset, new byte[0], new byte[0]));
      }
      records.put(new TopicPartition("fingerprints", partition), some);
    }
    return new ConsumerRecords<>(records, Map.of());
  }
}

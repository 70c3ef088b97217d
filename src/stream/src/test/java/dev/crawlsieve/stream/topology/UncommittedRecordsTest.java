package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class UncommittedRecordsTest {

  private static final TopicPartition PAGES = new TopicPartition("pages", 0);

  private final UncommittedRecords records = new UncommittedRecords();

  @Test
  void shouldCountWhatWasFetchedUntilItIsCommitted() {
    assertThat(records.now()).isEmpty();
    fetch(7, 8, 9);
    assertThat(records.now()).containsExactly(Map.entry(PAGES, 3L));
    fetch(10, 11);
    assertThat(records.now()).containsEntry(PAGES, 5L);
    commit(9);
    assertThat(records.now()).containsEntry(PAGES, 3L);
    commit(13); // with the marker at 12
    assertThat(records.now()).containsEntry(PAGES, 0L);
    fetch(13);
    assertThat(records.now()).containsEntry(PAGES, 1L);
  }

  @Test
  void shouldNotCountMarkersOrWhatAnotherInstanceHasRead() {
    fetch(0, 1);
    fetch(3, 4);
    assertThat(records.now()).containsEntry(PAGES, 4L);
    commit(6);
    fetch(1_000, 1_001);
    assertThat(records.now()).containsEntry(PAGES, 2L);
  }

  @Test
  void shouldCountRecordsOnceThatAreReadAgain() {
    fetch(0, 1, 2, 3);
    commit(2);
    fetch(2, 3, 4);
    assertThat(records.now()).containsEntry(PAGES, 3L);
    commit(5);
    fetch(0, 1); // the group's offset was set back
    assertThat(records.now()).containsEntry(PAGES, 2L);
  }

  @Test
  void shouldCountWhatIsWrittenAndNotFetched() {
    records.written(Map.of(PAGES, 9L)); // before anything is known of where it is read
    assertThat(records.ahead()).isEmpty();
    fetch(4, 5);
    assertThat(records.ahead()).containsExactly(Map.entry(PAGES, 3L));
    records.written(Map.of(PAGES, 20L, new TopicPartition("pages", 1), 7L));
    assertThat(records.ahead()).containsExactly(Map.entry(PAGES, 14L));
    fetch(6, 7, 8, 19);
    assertThat(records.ahead()).containsExactly(Map.entry(PAGES, 0L));
    commit(21);
    assertThat(records.ahead()).containsExactly(Map.entry(PAGES, 0L));
  }

  private void fetch(long... offsets) {
    List<ConsumerRecord<byte[], byte[]>> fetched =
        Arrays.stream(offsets)
            .mapToObj(at -> new ConsumerRecord<>("pages", 0, at, new byte[0], new byte[0]))
            .toList();
    records.fetched(new ConsumerRecords<>(Map.of(PAGES, fetched), Map.of()));
  }

  private void commit(long offset) {
    records.committed(Map.of(PAGES, new OffsetAndMetadata(offset)));
  }
}

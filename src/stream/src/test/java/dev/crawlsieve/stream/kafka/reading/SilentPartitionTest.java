package dev.crawlsieve.stream.kafka.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A partition that has records but does not return them is neither empty nor at its end. */
final class SilentPartitionTest {

  private static final TopicPartition AT = new TopicPartition("index", 3);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

  @Test
  void shouldNotTakeItForEmpty() {
    holds(5);
    assertThatExceptionOfType(BrokerTroubleException.class)
        .isThrownBy(() -> CommittedRecords.first(consumer, AT))
        .withMessageStartingWith("index-3 returns no more records");
  }

  @Test
  void shouldFindAnEmptyOneEmpty() {
    holds(0);
    assertThat(CommittedRecords.first(consumer, AT)).isEmpty();
  }

  @Test
  void shouldReadOnAsLongAsRecordsCome() {
    int last = 40;
    holds(last + 1);
    for (int offset = 0; offset <= last; offset++) {
      byte[] key = {(byte) offset};
      ConsumerRecord<byte[], byte[]> record =
          new ConsumerRecord<>(AT.topic(), AT.partition(), offset, key, key);
      consumer.schedulePollTask(() -> consumer.addRecord(record));
    }
    assertThat(
            CommittedRecords.first(consumer, AT, record -> record.offset() == last)
                .map(ConsumerRecord::offset))
        .contains((long) last);
  }

  @Test
  void shouldBeTriedAgainLater() {
    holds(5);
    assertThatExceptionOfType(BrokerTroubleException.class)
        .isThrownBy(() -> CommittedRecords.last(consumer, AT));
  }

  @Test
  void shouldNotLoseARecordInIt() {
    holds(5);
    consumer.updatePartitions(
        AT.topic(),
        IntStream.range(0, 4)
            .mapToObj(number -> new PartitionInfo(AT.topic(), number, null, null, null))
            .toList());
    assertThatExceptionOfType(BrokerTroubleException.class)
        .isThrownBy(
            () ->
                new PlaceReader(AT.topic(), consumer)
                    .fetch(List.of(new Coordinates(AT.partition(), 2)), Duration.ofMinutes(1)));
  }

  @Test
  void shouldBeTriedAgainIfPlacesTakeTooLong() {
    holds(5);
    consumer.updatePartitions(
        AT.topic(),
        IntStream.range(0, 4)
            .mapToObj(number -> new PartitionInfo(AT.topic(), number, null, null, null))
            .toList());
    assertThatExceptionOfType(BrokerTroubleException.class)
        .isThrownBy(
            () ->
                new PlaceReader(AT.topic(), consumer)
                    .fetch(List.of(new Coordinates(AT.partition(), 2)), Duration.ZERO))
        .withMessage("topic 'index' does not answer within 0 s");
  }

  private void holds(long records) {
    consumer.assign(List.of(AT));
    consumer.updateBeginningOffsets(Map.of(AT, 0L));
    consumer.updateEndOffsets(Map.of(AT, records));
  }
}

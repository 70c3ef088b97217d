package dev.crawlsieve.stream.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class CommitPaceTest {

  private static final Duration LONG = Duration.ofMillis(100);
  private static final Map<String, Long> NOTHING_WAITS = Map.of("pages", 0L);

  private long millis = 5_000;
  private final Asked commit = new Asked();
  private final CommitPace pace = new CommitPace(() -> millis * 1_000_000);

  private static final class Asked implements Runnable {

    private int times;

    @Override
    public void run() {
      times++;
    }
  }

  @Test
  void shouldAskThirtyMillisecondsAfterTheLastCommit() {
    poll(1, NOTHING_WAITS);
    pace.committed();
    millis += 29;
    pace.processed(commit);
    assertThat(commit.times).isZero();
    millis += 1;
    pace.processed(commit);
    assertThat(commit.times).isEqualTo(1);
    pace.committed();
    millis += 10;
    pace.processed(commit);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldAskAtOnceForAPageThatComesAfterAPause() {
    poll(1, NOTHING_WAITS);
    pace.processed(commit);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldAskForWhatIsNotCommittedWhenNothingMoreComes() {
    poll(1, NOTHING_WAITS);
    pace.committed();
    millis += 10;
    pace.processed(commit);
    assertThat(pace.waitAtMost(LONG)).hasMillis(20);
    millis += 20;
    poll(0, NOTHING_WAITS);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldLetAThreadWaitThatHasCommittedEverything() {
    poll(1, NOTHING_WAITS);
    pace.processed(commit);
    assertThat(pace.waitAtMost(LONG)).hasMillis(1);
    pace.committed();
    assertThat(pace.waitAtMost(LONG)).isEqualTo(LONG);
  }

  @Test
  void shouldNotAskWhileMoreWaitsThanTheThreadTakesInASecond() {
    poll(100, Map.of("pages", 5_000L, "verdicts", 0L));
    processAfter(500);
    assertThat(commit.times).isZero();
    assertThat(pace.waitAtMost(LONG)).isEqualTo(LONG);
    millis += 600;
    poll(100, Map.of("pages", 900L, "verdicts", 0L));
    assertThat(commit.times).isEqualTo(1);
  }

  /** Kafka Streams counts its interval by the system clock: set back an hour, none would end. */
  @Test
  void shouldAskThoughBehindWhereNobodyCommits() {
    poll(100, Map.of("pages", 5_000L));
    pace.committed();
    processAfter(1_999);
    assertThat(commit.times).isZero();
    processAfter(1);
    assertThat(commit.times).isEqualTo(1);
    pace.committed();
    processAfter(500);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldNotAskOnceTheFirstPagesShowThatItIsBehind() {
    poll(0, NOTHING_WAITS); // what waits is known with the first records
    millis += 200;
    poll(100, Map.of("pages", 5_000L));
    processAfter(50);
    assertThat(commit.times).isZero();
  }

  @Test
  void shouldAskForASecondWhereThereIsNoMemoryForMorePages() {
    poll(100, Map.of("pages", 5_000L));
    pace.crowded();
    processAfter(30);
    assertThat(commit.times).isEqualTo(1);
    pace.committed();
    millis += 1_000;
    poll(100, Map.of("pages", 5_000L));
    processAfter(30);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldAskSoonerThoughBehindWherePagesTakeHalfOfTheirMemory() {
    poll(100, Map.of("pages", 5_000L));
    pace.committed();
    pace.filling();
    processAfter(99);
    assertThat(commit.times).isZero();
    processAfter(1);
    assertThat(commit.times).isEqualTo(1);
    pace.committed();
    processAfter(400);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldAskWhileLessWaitsThanTheThreadTakesInASecond() {
    poll(1, NOTHING_WAITS);
    millis += 500;
    poll(8_000, NOTHING_WAITS);
    millis += 500;
    poll(2_000, Map.of("pages", 9_999L));
    processAfter(30);
    assertThat(commit.times).isEqualTo(1);
  }

  @Test
  void shouldCompareEachTopicWithWhatWasTakenOfIt() {
    pace.polled(records("fingerprints", 8_000), () -> Map.of("pages", 2_000L));
    processAfter(30);
    assertThat(commit.times).isZero();
  }

  @Test
  void shouldAskForNothingWhereNobodyPolls() {
    processAfter(1_000);
    assertThat(commit.times).isZero();
  }

  @Test
  void shouldBeBehindWhileMoreWaitsThanTheThreadTakesInASecond() {
    assertThat(pace.isBehind()).isFalse();
    poll(100, Map.of("pages", 5_000L));
    assertThat(pace.isBehind()).isTrue();
    pace.crowded();
    assertThat(pace.isBehind()).isTrue();
    millis += 1_000;
    poll(100, NOTHING_WAITS);
    assertThat(pace.isBehind()).isFalse();
  }

  @Test
  void shouldNotBeBehindOnceNoRecordsCome() {
    poll(100, Map.of("pages", 5_000L));
    millis += 4_900;
    assertThat(pace.isBehind()).isTrue();
    poll(0, NOTHING_WAITS);
    millis += 100;
    assertThat(pace.isBehind()).isFalse();
  }

  @Test
  void shouldForgetAClosedTask() {
    poll(1, NOTHING_WAITS);
    pace.committed();
    pace.processed(commit);
    pace.closed(() -> {});
    assertThat(pace.waitAtMost(LONG)).hasMillis(30);
    pace.closed(commit);
    assertThat(pace.waitAtMost(LONG)).isEqualTo(LONG);
    millis += 100;
    poll(0, NOTHING_WAITS);
    assertThat(commit.times).isZero();
  }

  private void processAfter(long pauseMillis) {
    millis += pauseMillis;
    pace.processed(commit);
  }

  private void poll(int pages, Map<String, Long> waiting) {
    pace.polled(records("pages", pages), () -> waiting);
  }

  private static ConsumerRecords<byte[], byte[]> records(String topic, int count) {
    if (count == 0) {
      return ConsumerRecords.empty();
    }
    ConsumerRecord<byte[], byte[]> any = new ConsumerRecord<>(topic, 0, 0, null, null);
    List<ConsumerRecord<byte[], byte[]>> records = Collections.nCopies(count, any);
    return new ConsumerRecords<>(Map.of(new TopicPartition(topic, 0), records), Map.of());
  }
}

package dev.crawlsieve.stream.kafka.reading;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.stream.run.Generation;
import dev.crawlsieve.stream.run.OneBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TopicTailIT {

  private static final Duration SOON = Duration.ofMillis(100);

  @RegisterExtension static final OneBroker broker = new OneBroker();

  private final List<Long> read = new ArrayList<>();

  @Test
  void shouldSayWhichRecordsWereRemovedBeforeTheyWereRead() throws Exception {
    SieveConfig config = pages("unread", 4);
    TopicPartition at = new TopicPartition(config.topics().pages(), 0);
    try (Admin admin = new Connection(config).admin()) {
      admin.deleteRecords(Map.of(at, RecordsToDelete.beforeOffset(3))).all().get();
    }
    List<String> said = new ArrayList<>();
    try (TopicTail tail = new TopicTail(config, at.topic(), said::add)) {
      tail.seek(Map.of(0, 1L));
      read(tail);
    }
    assertThat(read).containsExactly(3L);
    assertThat(said)
        .containsExactly(
            at + ": the records from offset 1 to 2 were removed before they were read");
  }

  /** Another thread may wake it up at any time, not only during a poll. */
  @Test
  void shouldWakeUpTheNextPollWhenItAsksForOffsetsMeanwhile() {
    SieveConfig config = pages("woken", 2);
    try (TopicTail tail = new TopicTail(config, config.topics().pages())) {
      tail.wakeup();
      assertThat(tail.ends()).containsExactly(Map.entry(0, 2L));
      assertThat(tail.poll(SOON, next -> read.add(next.offset()))).isFalse();
      read(tail);
    }
    assertThat(read).containsExactly(0L, 1L);
  }

  private void read(TopicTail tail) {
    await()
        .until(
            () -> {
              tail.poll(SOON, next -> read.add(next.offset()));
              return !read.isEmpty() && tail.behind() == 0;
            });
  }

  /** A topic with so many pages. */
  private static SieveConfig pages(String prefix, int pages) {
    Generation sieve =
        Generation.of(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "topic.prefix",
                prefix,
                "replication.factor",
                "1",
                "partitions",
                "1"));
    Topics.create(sieve.config());
    sieve.produce(Crawl.pages(pages, 36));
    return sieve.config();
  }
}

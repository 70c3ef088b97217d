package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances with static names in the group: one that is restarted gets its tasks back without
 * disturbing the others; one that stays away is replaced once its session has expired.
 */
final class RollingRestartIT {

  private static final int PAGES = 400;
  private static final int TASKS = 4 + 2;

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();

  /** What one instance did since it started. */
  private static final class Seen implements RunObserver, StateRestoreListener {
    private final AtomicInteger rebalances = new AtomicInteger();
    private final AtomicLong restored = new AtomicLong();
    private volatile KafkaStreams streams;

    @Override
    public void created(KafkaStreams created) {
      streams = created;
      created.setGlobalStateRestoreListener(this);
      created.setStateListener(
          (now, before) -> {
            if (now == KafkaStreams.State.REBALANCING) {
              rebalances.incrementAndGet();
            }
          });
    }

    @Override
    public void onRestoreStart(TopicPartition from, String store, long start, long end) {}

    @Override
    public void onBatchRestored(TopicPartition from, String store, long end, long count) {}

    @Override
    public void onRestoreEnd(TopicPartition from, String store, long total) {
      restored.addAndGet(total);
    }

    Set<String> tasks() {
      Set<String> tasks = new TreeSet<>();
      streams
          .metadataForLocalThreads()
          .forEach(
              thread ->
                  thread.activeTasks().stream()
                      .map(TaskMetadata::taskId)
                      .forEach(task -> tasks.add(task.toString())));
      return tasks;
    }
  }

  @Test
  void shouldMoveNoTaskWhenAnInstanceIsRestarted() throws Exception {
    SieveConfig config = config("a", 60_000);
    Topics.create(config);
    Seen first = new Seen();
    Seen second = new Seen();
    try (SieveRunner other = new SieveRunner(config("b", 60_000), second)) {
      Set<String> before;
      try (SieveRunner one = new SieveRunner(config, first)) {
        one.start();
        other.start();
        await().until(() -> settled(one, first) && settled(other, second) && apart(first, second));
        produce(config, 0);
        awaitRouted(config, PAGES);
        before = first.tasks();
      }
      Set<String> kept = second.tasks();
      int rebalances = second.rebalances.get();
      produce(config, PAGES);

      // Its session is short from now on, so that the test need not wait long for it to expire.
      Seen again = new Seen();
      try (SieveRunner one = new SieveRunner(config("a", 12_000), again)) {
        one.start();
        awaitRouted(config, 2 * PAGES);
        assertThat(again.tasks()).isEqualTo(before);
        assertThat(second.tasks()).isEqualTo(kept);
        assertThat(second.rebalances).hasValue(rebalances);
        assertThat(again.restored).hasValue(0);
        produce(config, 2 * PAGES);
        awaitRouted(config, 3 * PAGES);
      }

      produce(config, 3 * PAGES);
      awaitRouted(config, 4 * PAGES);
      assertThat(second.tasks()).hasSize(TASKS);
      assertThat(other.failure()).isNull();
    }
    assertThat(Committed.records(config, config.topics().deadLetters())).isEmpty();
  }

  private static boolean settled(SieveRunner runner, Seen seen) {
    assertThat(runner.failure()).isNull();
    return runner.ready() && !seen.tasks().isEmpty();
  }

  private static boolean apart(Seen first, Seen second) {
    return first.tasks().size() + second.tasks().size() == TASKS;
  }

  private SieveConfig config(String instance, int sessionMillis) {
    Map<String, String> all = new HashMap<>();
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("state.dir", folder.resolve("state-" + instance).toString());
    all.put("partitions", "4");
    all.put("lanes", "2");
    all.put("dedup.scope", "host");
    all.put("replication.factor", "1");
    all.put("consumer.group.instance.id", instance);
    all.put("consumer.session.timeout.ms", String.valueOf(sessionMillis));
    all.put("consumer.heartbeat.interval.ms", "1000");
    return SieveConfig.of(all);
  }

  private static void produce(SieveConfig config, int from) {
    List<byte[]> pages = Crawl.pages(from + PAGES, 13).subList(from, from + PAGES);
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (int i = 0; i < PAGES; i++) {
        producer.send(new ProducerRecord<>(config.topics().pages(), i % 4, null, pages.get(i)));
      }
    }
  }

  private static void awaitRouted(SieveConfig config, int pages) {
    Committed.await(config, pages, config.topics().unique(), config.topics().duplicate());
    assertThat(
            Committed.records(config, config.topics().unique()).size()
                + Committed.records(config, config.topics().duplicate()).size())
        .isEqualTo(pages);
  }
}

package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.replay.LogReplay;
import dev.crawlsieve.measure.replay.QuietReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.Changelogs;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Leaders expire at the same points in a lane that continues, is restored, or is replayed. */
final class RetentionIT {

  private static final int PAGES = 900;
  private static final long START = 1_700_000_000_000L;

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();

  @Test
  void shouldExpireTheSameAfterStopRestoreAndOnReplay() throws Exception {
    Generation first = Generation.of(settings("first"));
    SieveConfig config = first.config();
    Topics.create(config);
    List<byte[]> pages = Crawl.pages(PAGES, 3);
    produce(config, pages, 0, 300);
    first.runUntilRouted(300);
    produce(config, pages, 300, 600);
    first.runUntilRouted(600); // continues with the state left by the stop
    produce(config, pages, 600, PAGES);
    Generation.of(settings("second")).runUntilRouted(PAGES); // restores

    Map<String, Verdict> verdicts = first.verdicts();
    assertThat(verdicts).hasSize(PAGES).isEqualTo(first.scanned());
    assertThat(verdicts.values().stream().map(Verdict::newVersionOf)).anyMatch(of -> of != null);
    assertThat(first.routedOnce()).isEqualTo(first.pages());

    VerdictAudit.Result audit =
        new VerdictAudit(ReplaySource.topics(settings("first")), new QuietReplay()).run();
    assertThat(audit.differences()).as(audit.shown().toString()).isZero();
    assertThat(audit.equal()).isEqualTo(PAGES);
    SweepReport sweep =
        new LogReplay(ReplaySource.topics(settings("first")), new QuietReplay())
            .sweep(SettingsGrid.USUAL, null, Overrides.NONE);
    assertThat(sweep.settings().get(0).diff().orElseThrow().flips()).isZero();

    ensureDeleted(config);
  }

  private static void ensureDeleted(SieveConfig config) throws Exception {
    String changelog = Changelogs.name(config, IndexTasks.INDEX_STORE);
    List<ConsumerRecord<byte[], byte[]>> records = Committed.records(config, changelog);
    long deleted = records.stream().filter(record -> record.value() == null).count();
    long kept = records.stream().filter(record -> record.key().length == 9).count() - deleted;
    assertThat(deleted).isGreaterThan(kept / 3).isLessThan(kept);
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, changelog);
    try (Admin admin = new Connection(config).admin()) {
      var described = admin.describeConfigs(List.of(topic)).all().get().get(topic);
      assertThat(described.get("cleanup.policy").value()).isEqualTo("compact");
      assertThat(described.get("segment.bytes").value()).isEqualTo(String.valueOf(64 << 20));
      assertThat(described.get("delete.retention.ms").value()).isEqualTo("60000");
    }
  }

  private Map<String, String> settings(String state) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve(state).toString());
    settings.put("replication.factor", "1");
    settings.put("index.retention", "20s");
    settings.put("dedup.revisit", "readmit");
    settings.put("index.memory.bytes", "65536");
    settings.put("streams.topic.delete.retention.ms", "60000");
    return settings;
  }

  /** One page every tenth of a second; some come a second time, changed. */
  private static void produce(SieveConfig config, List<byte[]> pages, int from, int to)
      throws Exception {
    Future<RecordMetadata> last = null;
    try (KafkaProducer<byte[], byte[]> producer = new Connection(config).producer(Map.of())) {
      for (int i = from; i < to; i++) {
        byte[] page = i % 10 == 9 ? changed(pages.get(i - 9), i) : pages.get(i);
        last =
            producer.send(
                new ProducerRecord<>(config.topics().pages(), i % 4, START + 100L * i, null, page));
      }
    }
    assertThat(last.get()).isNotNull();
  }

  private static byte[] changed(byte[] page, int number) {
    String changed = new String(page, UTF_8).replace("</p>", " and once more " + number + "</p>");
    return changed.getBytes(UTF_8);
  }
}

package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus and then a crawl on a real broker, with a restart between the two. */
final class ReferenceIT {

  private static final int CORPUS = 700;
  private static final int CRAWL = 900;

  @TempDir Path folder;

  @Test
  void shouldRouteTheCrawlOnlyAndOnlyWhatIsNotInTheCorpus() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
      Map<String, String> settings = new HashMap<>();
      settings.put("bootstrap.servers", broker.bootstrapServers());
      settings.put("state.dir", folder.resolve("state").toString());
      settings.put("partitions", "4");
      settings.put("replication.factor", "1");
      settings.put("index.memory.bytes", "100000");
      Generation live = Generation.of(settings);
      Topics.create(live.config());
      List<byte[]> pages = Crawl.pages(CORPUS + CRAWL, 12);

      produce(live, group("corpus.jsonl", pages.subList(0, CORPUS)).asReference());
      runUntilDecided(live, CORPUS);
      assertThat(live.routed()).isEmpty();
      produce(live, group("crawl.jsonl", pages.subList(CORPUS, CORPUS + CRAWL)));
      runUntilDecided(live, CORPUS + CRAWL);

      Map<String, Verdict> verdicts = live.verdicts();
      Map<String, String> own = new TreeMap<>(live.pages());
      long copied = 0;
      for (Verdict verdict : verdicts.values()) {
        if (verdict.reference()) {
          assertThat(own.remove(verdict.source().toString())).isNotNull();
        } else if (verdict.evidence() != null && verdict.duplicateOf().reference()) {
          copied++;
        }
      }
      assertThat(own).hasSize(CRAWL);
      live.awaitRouted(CRAWL);
      assertThat(live.routedOnce()).isEqualTo(own);
      assertThat(copied).isPositive();
      assertThat(live.scanned()).isEqualTo(verdicts);
      assertThat(Committed.records(live.config(), live.config().topics().deadLetters())).isEmpty();
      VerdictAudit.Result audit = new VerdictAudit(ReplaySource.topics(settings), note -> {}).run();
      assertThat(audit.shown()).isEmpty();
      assertThat(audit.equal()).isEqualTo(CORPUS + CRAWL);
    }
  }

  private InputGroup group(String name, List<byte[]> pages) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] page : pages) {
      lines.write(page);
      lines.write('\n');
    }
    return new InputGroup(List.of(Files.write(folder.resolve(name), lines.toByteArray())), null);
  }

  private static void produce(Generation live, InputGroup pages) {
    try (PageProducer producer = new PageProducer(live.config())) {
      producer.produce(List.of(pages), progress -> {});
    }
  }

  /** Runs until this many pages have verdicts that are routed, too. */
  private static void runUntilDecided(Generation live, int pages) {
    try (SieveRunner runner = new SieveRunner(live.config())) {
      runner.start();
      Committed.await(live.config(), pages, live.config().topics().verdicts());
      if (pages > CORPUS) {
        live.awaitRouted(pages - CORPUS);
      }
    }
  }
}

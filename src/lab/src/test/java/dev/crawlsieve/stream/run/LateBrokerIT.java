package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.topology.SieveMeters;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A broker that responds too late must not end an instance, lose a page or duplicate one. */
final class LateBrokerIT {

  private static final int PAGES = 900;
  private static final int TIMES = 3;

  @TempDir Path folder;
  private final AtomicInteger routed = new AtomicInteger();

  @ParameterizedTest
  @EnumSource(names = {"PRODUCE", "TXN_OFFSET_COMMIT", "END_TXN"})
  void shouldRouteEachPageOnceAlthoughAnswersComeTooLate(ApiKeys request) throws Exception {
    int port = EmbeddedBroker.freePort();
    try (RequestHold hold = new RequestHold(port);
        EmbeddedBroker broker =
            EmbeddedBroker.start(
                folder.resolve("broker"),
                port,
                Map.of("advertised.listeners", "PLAINTEXT://localhost:" + hold.port()))) {
      assertThat(broker.bootstrapServers()).endsWith(":" + port);
      Generation generation =
          Generation.of(
              Map.of(
                  "bootstrap.servers",
                  "localhost:" + hold.port(),
                  "state.dir",
                  folder.resolve("state").toString(),
                  "partitions",
                  "2",
                  "replication.factor",
                  "1",
                  // A producer's time-outs; by default a minute for a commit, two for a record.
                  "producer.max.block.ms",
                  "1000",
                  "producer.request.timeout.ms",
                  "1000",
                  "producer.delivery.timeout.ms",
                  "1200"));
      Topics.create(generation.config());
      generation.produce(Crawl.pages(PAGES, 5));
      try (SieveRunner runner = new SieveRunner(generation.config(), slowly())) {
        runner.start();
        for (int time = 1; time <= TIMES; time++) {
          int enough = time * PAGES / (TIMES + 1);
          await().until(() -> routed.get() > enough);
          hold.hold(request, 3000);
        }
        generation.awaitRouted(runner, PAGES);
      }
      assertThat(generation.routedOnce()).isEqualTo(generation.pages());
      assertThat(generation.verdicts()).hasSize(PAGES).isEqualTo(generation.scanned());
    }
  }

  /** Makes pages take long enough for a transaction to be open when a response is late. */
  private RunObserver slowly() {
    return new RunObserver() {
      @Override
      public SieveMeters meters() {
        return new SieveMeters() {
          @Override
          public void routed(Verdict verdict, long nanos) {
            int unused = routed.incrementAndGet();
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
          }
        };
      }
    };
  }
}

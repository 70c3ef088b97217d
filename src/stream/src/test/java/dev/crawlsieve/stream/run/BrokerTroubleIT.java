package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.meters.SieveMeters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A broker that responds too late or with an error must not end an instance, lose a page or
 * duplicate one.
 */
final class BrokerTroubleIT {

  private static final int PAGES = 600;
  private static final int TIMES = 2;

  @TempDir Path folder;
  private final RequestHold hold = new RequestHold(() -> this.broker.port());

  @RegisterExtension
  final OneBroker broker =
      new OneBroker(Map.of("advertised.listeners", "PLAINTEXT://" + hold.bootstrapServers()));

  private final AtomicInteger routed = new AtomicInteger();

  @AfterEach
  void close() throws IOException {
    hold.close();
  }

  @ParameterizedTest
  @EnumSource(names = {"PRODUCE", "TXN_OFFSET_COMMIT", "END_TXN"})
  void shouldRouteEachPageOnceAlthoughAnswersComeTooLate(ApiKeys request) throws Exception {
    // A producer's time-outs; by default a minute for a commit, two for a record.
    Map<String, String> timeouts =
        Map.of(
            "producer.max.block.ms",
            "2000",
            "producer.request.timeout.ms",
            "2000",
            "producer.delivery.timeout.ms",
            "2200");
    shouldRouteEachPageOnce(hold -> hold.hold(request, 5000), timeouts);
  }

  @ParameterizedTest
  @CsvSource({
    "END_TXN, UNKNOWN_SERVER_ERROR, false",
    "END_TXN, UNKNOWN_SERVER_ERROR, true",
    "END_TXN, INVALID_REQUEST, false",
    "PRODUCE, UNKNOWN_SERVER_ERROR, true",
    "TXN_OFFSET_COMMIT, UNKNOWN_SERVER_ERROR, false",
    "HEARTBEAT, UNKNOWN_SERVER_ERROR, false",
    "FETCH, UNKNOWN_SERVER_ERROR, false"
  })
  void shouldRouteEachPageOnceAlthoughBrokersErr(ApiKeys request, Errors error, boolean done)
      throws Exception {
    shouldRouteEachPageOnce(hold -> hold.fail(new RequestHold.Failure(request, error, done, 2)));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "INIT_PRODUCER_ID",
        "JOIN_GROUP",
        "SYNC_GROUP",
        "OFFSET_FETCH",
        "FIND_COORDINATOR",
        "LIST_OFFSETS"
      })
  void shouldStartAlthoughBrokersErr(ApiKeys request) throws Exception {
    shouldRouteEachPageOnce(
        hold ->
            // A transaction that is lost is followed by all that a start takes.
            hold.fail(
                new RequestHold.Failure(ApiKeys.END_TXN, Errors.UNKNOWN_SERVER_ERROR, false, 1),
                new RequestHold.Failure(request, Errors.UNKNOWN_SERVER_ERROR, false, 2)));
  }

  /** The start reads what was decided before. */
  @Test
  void shouldStartOnceBrokersAnswerAgain() throws Exception {
    Generation generation =
        generation(
            Map.of(
                "consumer.request.timeout.ms", "1000", "consumer.default.api.timeout.ms", "1000"));
    Topics.create(generation.config());
    generation.produce(Crawl.pages(PAGES / 10, 5));
    try (SieveRunner before = new SieveRunner(generation.config())) {
      before.start();
      generation.awaitRouted(before, PAGES / 10);
    }
    try (SieveRunner runner = new SieveRunner(generation.config())) {
      FutureTask<Void> held =
          new FutureTask<>(
              () -> {
                hold.hold(ApiKeys.LIST_OFFSETS, 3000);
                return null;
              });
      new Thread(held).start();
      await().until(() -> hold.isSetFor(ApiKeys.LIST_OFFSETS));
      assertThatExceptionOfType(BrokerTroubleException.class).isThrownBy(runner::start);
      held.get();
      runner.start();
      await().until(runner::ready);
    }
  }

  /** A start that has failed leaves the state unlocked. */
  @Test
  void shouldStartAgainAlthoughBrokersStoppedAnsweringAtTheLastMoment() throws Exception {
    Generation generation =
        generation(
            Map.of("streams.request.timeout.ms", "2000", "streams.default.api.timeout.ms", "2000"));
    Topics.create(generation.config());
    FutureTask<Void> held =
        new FutureTask<>(
            () -> {
              hold.hold(ApiKeys.METADATA, 5000);
              return null;
            });
    RunObserver lastMoment =
        new RunObserver() {
          @Override
          public SieveMeters meters() {
            if (!hold.isSetFor(ApiKeys.METADATA) && !held.isDone()) {
              new Thread(held).start();
              await().until(() -> hold.isSetFor(ApiKeys.METADATA));
            }
            return new SieveMeters();
          }
        };
    try (SieveRunner runner = new SieveRunner(generation.config(), lastMoment)) {
      await()
          .ignoreExceptionsInstanceOf(BrokerTroubleException.class)
          .until(
              () -> {
                runner.start();
                return true;
              });
      held.get();
      await().until(runner::ready);
    }
  }

  private Generation generation(Map<String, String> more) {
    Map<String, String> settings = broker.settings(folder, more);
    settings.put("bootstrap.servers", hold.bootstrapServers());
    settings.put("partitions", "2");
    // A thread that has failed leaves the group at once: nothing may wait for its session to end.
    settings.put("consumer.session.timeout.ms", "600000");
    return Generation.of(settings);
  }

  private interface Trouble {
    void make(RequestHold hold) throws InterruptedException;
  }

  private void shouldRouteEachPageOnce(Trouble trouble) throws Exception {
    shouldRouteEachPageOnce(trouble, Map.of());
  }

  private void shouldRouteEachPageOnce(Trouble trouble, Map<String, String> settings)
      throws Exception {
    Generation generation = generation(settings);
    Topics.create(generation.config());
    generation.produce(Crawl.pages(PAGES, 5));
    try (SieveRunner runner = new SieveRunner(generation.config(), slowly())) {
      runner.start();
      for (int time = 1; time <= TIMES; time++) {
        int enough = time * PAGES / (TIMES + 1);
        await().until(() -> routed.get() > enough);
        trouble.make(hold);
      }
      generation.awaitRouted(runner, PAGES);
    }
    assertThat(generation.routedOnce()).isEqualTo(generation.pages());
    assertThat(generation.verdicts()).hasSize(PAGES).isEqualTo(generation.scanned());
  }

  /** Makes pages take long enough for a transaction to be open when a response is late. */
  private RunObserver slowly() {
    return new RunObserver() {
      @Override
      public SieveMeters meters() {
        return HookedStep.meters(
            "route",
            () -> {
              routed.incrementAndGet();
              LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            });
      }
    };
  }
}

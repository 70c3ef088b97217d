package dev.crawlsieve.stream.run;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two instances that share an application.id and differ in a wing; both have a second one. */
final class GroupWingsIT {

  private static final int PAGES = 20;

  @TempDir static Path folder;
  @RegisterExtension static final OneBroker broker = new OneBroker();

  @ParameterizedTest
  @CsvSource({
    "mirrors.enabled, true, false, passages.enabled",
    "mirrors.enabled, false, true, passages.enabled",
    "passages.enabled, true, false, mirrors.enabled",
    "passages.enabled, false, true, mirrors.enabled",
    "clusters.enabled, true, false, mirrors.enabled",
    "clusters.enabled, false, true, mirrors.enabled",
    "index.shards, 2, 0, passages.enabled",
    "index.shards, 0, 2, passages.enabled",
  })
  void shouldRefuseToRunBesideAnInstanceWithOtherWings(
      String name, String one, String other, String both) {
    String prefix = "beside-" + name + one;
    createAll(prefix);
    SieveConfig config = config(prefix, "one", Map.of(name, one, both, "true"));
    SieveConfig unlike = config(prefix, "other", Map.of(name, other, both, "true"));
    try (SieveRunner first = new SieveRunner(config);
        SieveRunner second = new SieveRunner(unlike)) {
      first.start();
      await().until(first::ready);
      assertThatThrownBy(second::start)
          .isInstanceOf(SieveException.class)
          .hasMessageStartingWith(
              "another instance of 'crawlsieve-%s' has %s=%s, not %s: ", prefix, name, one, other)
          .hasMessageContaining("Stop all of them");
      Generation sieve = new Generation(config);
      sieve.produce(Crawl.pages(PAGES, 71));
      sieve.awaitRouted(first, PAGES);
      assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
      assertThat(first.failure()).isNull();
    }
  }

  @Test
  void shouldStopThoseThatStartedAtTheSameTime() {
    createAll("race");
    List<SieveRunner> runners =
        List.of(
            new SieveRunner(config("race", "one", Map.of("mirrors.enabled", "true"))),
            new SieveRunner(config("race", "two", Map.of("passages.enabled", "true"))));
    try {
      List<CompletableFuture<Void>> starts =
          runners.stream().map(runner -> CompletableFuture.runAsync(runner::start)).toList();
      await()
          .until(
              () ->
                  starts.stream().anyMatch(CompletableFuture::isCompletedExceptionally)
                      || runners.stream().anyMatch(runner -> runner.failure() != null));
      for (int i = 0; i < 2; i++) {
        Throwable failure =
            starts.get(i).handle((done, refused) -> refused).join() == null
                ? runners.get(i).failure()
                : starts.get(i).handle((done, refused) -> refused.getCause()).join();
        if (failure != null) {
          assertThat(failure)
              .hasMessageStartingWith("another instance of 'crawlsieve-race' has mirrors.enabled=");
        }
      }
    } finally {
      runners.forEach(SieveRunner::close);
    }
  }

  @Test
  void shouldChangeWingsOnceAllInstancesHaveStopped() {
    createAll("changed");
    int pages = 0;
    for (Map<String, String> wings :
        List.of(
            Map.<String, String>of(),
            Map.of("mirrors.enabled", "true"),
            Map.of("mirrors.enabled", "true", "passages.enabled", "true"),
            Map.of("passages.enabled", "true"),
            Map.<String, String>of())) {
      Generation sieve = new Generation(config("changed", "same", wings));
      sieve.produce(Crawl.pages(PAGES, 72 + pages));
      pages += PAGES;
      sieve.runUntilRouted(pages);
      assertThat(sieve.routedOnce()).isEqualTo(sieve.pages());
    }
  }

  /** It is still in the group, as it was, until it has joined again. */
  @Test
  void shouldNotMindItselfWithANameInTheGroup() {
    createAll("named");
    for (String enabled : List.of("false", "true")) {
      Map<String, String> settings =
          Map.of(
              "mirrors.enabled", enabled,
              "consumer.group.instance.id", "pod-0",
              "consumer.session.timeout.ms", "600000");
      Generation sieve = new Generation(config("named", "same", settings));
      try (SieveRunner runner = new SieveRunner(sieve.config())) {
        runner.start();
        await().until(() -> runner.ready() || runner.failure() != null);
        assertThat(runner.failure()).isNull();
      }
    }
  }

  private static void createAll(String prefix) {
    Topics.create(
        config(
            prefix,
            "all",
            Map.of(
                "index.shards", "2",
                "clusters.enabled", "true",
                "mirrors.enabled", "true",
                "passages.enabled", "true")));
  }

  private static SieveConfig config(String prefix, String state, Map<String, String> wings) {
    Map<String, String> settings = new HashMap<>(wings);
    settings.put("topic.prefix", prefix);
    settings.put("partitions", "2");
    settings.put("index.memory.bytes", "2000000");
    return SieveConfig.of(broker.settings(folder.resolve(prefix + "-" + state), settings));
  }
}

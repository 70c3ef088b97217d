package dev.crawlsieve.tool.quickstart;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.kafka.topics.TopicSettings;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.SieveRunner;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything in one process: an embedded broker, the topology, a producer of pages from files,
 * and a consumer that counts the output.
 *
 * <p>An instance sieves once. {@link #close} may be called from another thread; it ends the work
 * and waits until everything is cleaned up.
 */
public final class LocalSieve implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration STALLED_AFTER = Duration.ofMinutes(2);
  private static final Duration END_WITHIN = Duration.ofSeconds(5);

  private final Map<String, String> settings;
  private final List<InputGroup> inputs;
  private final @Nullable Path keep;
  private final Stoppable stoppable =
      new Stoppable("the local run did not end", Duration.ofSeconds(20));

  /**
   * @param settings the user's settings; those that a local run determines itself are replaced
   * @param inputs the inputs to read pages from
   * @param partitions number of partitions of the pages; with one, pages are decided on in input
   *     order
   * @param keep the folder for the broker's data, which is kept afterwards; null for a temporary
   *     folder
   * @throws SettingsException if a setting cannot be used in a local run
   * @throws SieveException if an input is missing
   */
  public LocalSieve(
      Map<String, String> settings, List<InputGroup> inputs, int partitions, @Nullable Path keep) {
    this.settings = new HashMap<>(settings);
    this.inputs = List.copyOf(inputs);
    this.keep = keep;
    this.settings.put(TopicsConfig.PARTITIONS_CONFIG, String.valueOf(partitions));
    this.settings.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    this.settings.putIfAbsent("streams.num.stream.threads", "2");
    SieveConfig config = SieveConfig.of(this.settings);
    config.page().requireEvents();
    PageInputs.check(this.inputs, config.inputs());
  }

  /**
   * Sieves the pages.
   *
   * @param progress called several times a second
   * @throws SieveException if the work fails or is stopped
   */
  public SieveResult sieve(Consumer<Progress> progress) {
    stoppable.begin();
    Path temporary = Folders.temporary();
    try {
      stoppable.ensureGoingOn();
      Path data = keep == null ? temporary.resolve("broker") : keep;
      try (EmbeddedBroker broker =
          EmbeddedBroker.start(data, 0, TopicSettings.ofBroker(SieveConfig.of(settings)))) {
        settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        settings.put(TopicsConfig.STATE_DIR_CONFIG, temporary.resolve("state").toString());
        return sieve(broker, SieveConfig.of(settings), progress);
      }
    } finally {
      stoppable.clear(temporary);
    }
  }

  private SieveResult sieve(
      EmbeddedBroker broker, SieveConfig config, Consumer<Progress> progress) {
    if (Topics.create(config).isEmpty()) {
      throw new SieveException("the folder " + keep + " holds an earlier run: choose another");
    }
    SieveRunner runner = new SieveRunner(config);
    try (PageProducer producer = new PageProducer(config);
        RoutedPages routed = new RoutedPages(config)) {
      Runnable look =
          () -> {
            routed.await(LOOK_EVERY);
            stoppable.ensureGoingOn();
            ensureWell(runner.failure());
            ensureWell(broker.failure());
          };
      runner.start();
      awaitReady(runner, look);
      FutureTask<?> producing =
          new FutureTask<>(() -> producer.produce(inputs, unheard -> {}), null);
      Thread thread = new Thread(producing, "crawlsieve-produce");
      thread.start();
      try {
        await(producing, producer, routed, look, progress);
      } finally {
        producer.stop();
        end(thread);
      }
      return routed.result(producer);
    } finally {
      runner.close();
    }
  }

  /** Waits until all tasks run, so that the reported rate does not include the start. */
  private static void awaitReady(SieveRunner runner, Runnable look) {
    Stall stall = new Stall(STALLED_AFTER);
    while (!runner.ready()) {
      look.run();
      if (stall.stands(0)) {
        throw new SieveException(
            "the topology has not started after " + STALLED_AFTER.toSeconds() + " s");
      }
    }
  }

  private static void await(
      Future<?> producing,
      PageProducer producer,
      RoutedPages routed,
      Runnable look,
      Consumer<Progress> progress) {
    Stall stall = new Stall(STALLED_AFTER);
    while (true) {
      // Read before the count: otherwise the count might be of an earlier moment.
      boolean allRead = producing.isDone();
      if (allRead) {
        Producing.join(producing);
        if (routed.complete(producer.pages())) {
          return;
        }
      }
      look.run();
      Progress now = producer.progress();
      progress.accept(
          new Progress(now.pages(), now.bytes(), routed.routed(), now.done(), now.seconds()));
      if (stall.stands(now.pages() + routed.routed())) {
        throw new SieveException(
            "no progress for %s s: %s of %s pages have come out"
                .formatted(STALLED_AFTER.toSeconds(), routed.routed(), now.pages()));
      }
    }
  }

  private static void ensureWell(@Nullable SieveException failure) {
    if (failure != null) {
      throw failure;
    }
  }

  private static void end(Thread thread) {
    try {
      thread.join(END_WITHIN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }

  /** Ends the work, if it has begun, and waits until everything is cleaned up. */
  @Override
  public void close() {
    stoppable.stop();
  }
}

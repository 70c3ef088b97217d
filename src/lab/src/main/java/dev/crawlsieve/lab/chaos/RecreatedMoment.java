package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.GroupProgress;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.run.SieveRunner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** A generation of its own, of which one topic is recreated while its instances work. */
final class RecreatedMoment {

  private static final Duration STALLED_AFTER = Duration.ofMinutes(3);
  private static final long LOOK_MILLIS = 100;

  /** Pages that come out before. */
  private static final int ROUTED_BEFORE = 50;

  /** How long instances are watched that have nothing to do any more. */
  private static final long IDLE_MILLIS = 5_000;

  /** One record in this many is a bad or odd one, of these kinds in turn. */
  private static final int POISON_EVERY = 20;

  private static final List<String> POISON = List.of("URL", "status");

  private final List<Map<String, String>> instances;
  private final SieveConfig config;
  private final String topic;
  private final RecreateSettings settings;
  private final Stoppable stopping;
  private final Differences found = new Differences();
  private final RoutedOnce account = new RoutedOnce(found);
  private final Fates fates = new Fates(found);
  private final Pace pace;
  private final ChaosLoad load;
  private final RoutedCount count;

  /**
   * @param instances settings of each
   */
  RecreatedMoment(
      List<Map<String, String>> instances,
      String topic,
      RecreateSettings settings,
      BenchLoad pages,
      int number,
      Stoppable stopping) {
    this.instances = instances;
    this.config = SieveConfig.of(instances.get(0));
    this.topic = topic;
    this.settings = settings;
    this.stopping = stopping;
    this.pace = new Pace(2, settings.pages(), System::nanoTime);
    this.load =
        new ChaosLoad(
            config,
            pages,
            settings.pages(),
            new PoisonTurns(config, POISON.get(number % POISON.size()), settings.seed()),
            POISON_EVERY,
            pace,
            account,
            fates,
            stopping);
    this.count = new RoutedCount(config, load::taken, stopping);
  }

  /** What is not as it should be. */
  Differences found() {
    return found;
  }

  RecreateResult.Moment run(long afterMillis, long goneMillis) throws InterruptedException {
    List<String> unused = Topics.create(config);
    List<SieveRunner> runners =
        instances.stream().map(instance -> new SieveRunner(SieveConfig.of(instance))).toList();
    List<Thread> threads =
        List.of(new Thread(load, "crawlsieve-load"), new Thread(count, "crawlsieve-count"));
    boolean stopped;
    try {
      runners.forEach(SieveRunner::start);
      for (Thread thread : threads) {
        thread.setDaemon(true);
        thread.start();
      }
      awaitFirst(runners);
      stopping.sleep(afterMillis);
      recreate(goneMillis);
      pace.step();
      pace.step();
      stopped = awaitEnd(runners);
    } finally {
      count.end();
      runners.forEach(SieveRunner::close);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    String said = stopped ? stopped(runners) : "went on: " + wentOn();
    return new RecreateResult.Moment(topic, afterMillis, goneMillis, load.taken(), stopped, said);
  }

  private void awaitFirst(List<SieveRunner> runners) throws InterruptedException {
    Stall stall = new Stall(STALLED_AFTER);
    while (count.out() < ROUTED_BEFORE || !runners.stream().allMatch(SieveRunner::ready)) {
      load.ensureWell();
      for (SieveRunner runner : runners) {
        SieveException failure = runner.failure();
        if (failure != null) {
          throw failure;
        }
      }
      if (stall.stands(count.out())) {
        throw new SieveException("no page has come out, but no instance has failed");
      }
      stopping.sleep(LOOK_MILLIS);
    }
  }

  private void recreate(long goneMillis) throws InterruptedException {
    TopicTool tool = new TopicTool(config, settings.script(), stopping);
    if (config.topics().routed().contains(topic)) {
      String role = topic.substring(config.topics().start().length());
      new TopicRemoval(config, account, count, tool).during(role, goneMillis);
    } else {
      tool.recreate(topic, goneMillis);
    }
  }

  /** Returns whether all instances have stopped; otherwise everything was done. */
  private boolean awaitEnd(List<SieveRunner> runners) throws InterruptedException {
    Stall stall = new Stall(STALLED_AFTER);
    try (GroupProgress group = new GroupProgress(config)) {
      @Nullable CatchUp all = null;
      while (runners.stream().anyMatch(SieveRunner::running)) {
        if (load.finished()) {
          all = all == null ? new CatchUp(config, group) : all;
          if (reached(all) && runners.stream().allMatch(runner -> runner.failure() == null)) {
            stopping.sleep(IDLE_MILLIS);
            if (runners.stream().allMatch(SieveRunner::running)) {
              return false;
            }
          }
        } else {
          load.ensureWell();
        }
        if (stall.stands(load.answered() + count.out())) {
          found.add("stuck", "no progress, and not every instance has stopped: " + said(runners));
          return false;
        }
        stopping.sleep(LOOK_MILLIS);
      }
    }
    return true;
  }

  private static boolean reached(CatchUp all) {
    try {
      return all.reached();
    } catch (SieveException | KafkaException e) {
      return false; // the topic may not be there yet
    }
  }

  private static String said(List<SieveRunner> runners) {
    return runners.stream()
        .map(runner -> runner.failure() == null ? "nothing" : runner.failure().getMessage())
        .distinct()
        .collect(Collectors.joining(" | "));
  }

  /** Every instance says why, none starts again, and what came out until then is right. */
  private String stopped(List<SieveRunner> runners) {
    for (SieveRunner runner : runners) {
      SieveException failure = runner.failure();
      if (failure == null) {
        found.add("silent", "an instance has stopped without a word");
      } else if (!String.valueOf(failure.getMessage()).contains(topic)
          && !String.valueOf(failure.getMessage()).contains("input topic")) {
        found.add("silent", "the instance says only: " + failure.getMessage());
      }
    }
    for (Map<String, String> instance : instances) {
      try (SieveRunner again = new SieveRunner(SieveConfig.of(instance))) {
        again.start();
        found.add("restarted", "an instance starts again");
      } catch (SieveException e) {
        if (!String.valueOf(e.getMessage()).contains(topic)) {
          found.add("restarted", "an instance does not start again, but says " + e.getMessage());
        }
      }
    }
    new OwnVerdicts(config, found).check();
    return "stopped: " + said(runners);
  }

  private String wentOn() throws InterruptedException {
    ChaosCheck check = new ChaosCheck(instances.get(0), account, fates, found);
    VerdictAudit.Result unused = check.check(stopping);
    return Set.of(
            RoutedOnce.UNIQUE,
            RoutedOnce.DUPLICATE,
            RoutedOnce.UNJUDGED,
            RoutedOnce.DEAD_LETTERS,
            RoutedOnce.REMOVED)
        .stream()
        .sorted()
        .map(role -> account.count(role) + " " + role)
        .collect(Collectors.joining(", "));
  }
}

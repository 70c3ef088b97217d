package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.lab.bench.process.Member;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sieves pages with three brokers and three instances that are killed, paused and restarted in the
 * meantime, and checks that nothing was lost, duplicated, altered or decided differently.
 *
 * <p>Runs once. {@link #close} may be called from another thread; it stops the run and all its
 * processes, and waits until its folder is removed.
 */
public final class ChaosRun implements AutoCloseable {

  private static final Duration STALLED_AFTER = Duration.ofMinutes(5);
  private static final double NEAR_COPIES = 0.35;

  private final ChaosSettings settings;
  private final ChaosListener listener;
  private final Stoppable stopping =
      new Stoppable("the chaos run did not end", Duration.ofSeconds(60));
  private final Differences differences = new Differences();
  private final RoutedOnce account = new RoutedOnce(differences);
  private final Fates fates = new Fates(differences);

  public ChaosRun(ChaosSettings settings, ChaosListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Runs.
   *
   * @throws SieveException if the cluster cannot be started, or a broker does not come back
   * @throws dev.crawlsieve.core.config.SettingsException if a setting is invalid
   */
  public ChaosResult run() throws InterruptedException {
    stopping.begin();
    long start = System.nanoTime();
    Path work = Folders.temporary();
    try {
      Path logs = settings.keep() == null ? work.resolve("logs") : settings.keep();
      Files.createDirectories(logs);
      try (Fleet cluster = new Fleet(settings, work, logs)) {
        return run(cluster, start);
      }
    } catch (IOException e) {
      throw new SieveException("the folder for logs cannot be made: " + e, e);
    } finally {
      stopping.clear(work);
    }
  }

  private ChaosResult run(Fleet cluster, long start) throws InterruptedException {
    PoisonTurns poison = new PoisonTurns(cluster.config(), settings.seed());
    BenchLoad pages =
        BenchLoad.of(cluster.config(), settings.inputs(), settings.seed(), NEAR_COPIES);
    cluster.brokers().forEach(Member::start);
    cluster.awaitInSync(stopping);
    Topics.create(cluster.config());
    cluster.awaitInSync(stopping);
    cluster.instances().forEach(Member::start);
    List<Fault> plan = settings.faultPlan();
    Pace pace = new Pace(plan.size(), settings.pages(), System::nanoTime);
    ChaosLoad load =
        new ChaosLoad(
            cluster.config(),
            pages,
            settings.pages(),
            poison,
            settings.poison(),
            pace,
            account,
            fates,
            stopping);
    RoutedCount count = new RoutedCount(cluster.config(), stopping);
    List<Thread> threads =
        List.of(
            new Thread(load, "crawlsieve-load"),
            new Thread(count, "crawlsieve-count"),
            new Thread(() -> watch(cluster, load, count), "crawlsieve-watch"));
    try (Director director =
        new Director(
            cluster,
            plan,
            pace,
            load,
            count::out,
            new TopicRemoval(cluster.config(), account, count, stopping),
            stopping,
            listener)) {
      threads.forEach(thread -> thread.setDaemon(true));
      threads.forEach(Thread::start);
      director.run();
      awaitEnd(cluster, director, load, count);
      stopInstances(cluster);
      return check(cluster, director, count, start);
    } finally {
      stopping.ask();
      for (Thread thread : threads) {
        // A thread that is still generating a large page is not awaited: it does no harm.
        thread.join(5_000);
      }
    }
  }

  /** Reports progress, and restarts processes that ended by themselves. */
  private void watch(Fleet cluster, ChaosLoad load, RoutedCount count) {
    try {
      while (true) {
        stopping.sleep(1_000);
        listener.progress(load.taken(), count.out());
        cluster.revive().forEach(listener::note);
        cluster.overrides().change();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SieveException e) {
      if (!stopping.asked()) {
        throw e;
      }
    }
  }

  private void awaitEnd(Fleet cluster, Director director, ChaosLoad load, RoutedCount count)
      throws InterruptedException {
    listener.note("all faults are done; waiting for the pages still in flight");
    Stall stall = new Stall(STALLED_AFTER);
    while (!load.finished()) {
      load.ensureWell();
      stopping.sleep(200);
      if (!ensureMoving(stall, cluster, load, count)) {
        return;
      }
    }
    if (director.done().containsKey(Fault.Kind.DELETE_TOPIC)) {
      // The size of a deleted topic is unknown.
      try (GroupProgress group = new GroupProgress(cluster.config())) {
        CatchUp all = new CatchUp(cluster.config(), group);
        while (!all.reached() && ensureMoving(stall, cluster, load, count)) {
          stopping.sleep(200);
        }
      }
    } else {
      while (count.out() < load.taken() && ensureMoving(stall, cluster, load, count)) {
        stopping.sleep(200);
      }
    }
  }

  /** Whether anything has made progress recently; if not, reports that. */
  private boolean ensureMoving(Stall stall, Fleet cluster, ChaosLoad load, RoutedCount count) {
    boolean stands = stall.stands(load.answered() + count.out());
    if (stands) {
      differences.add(
          "stuck",
          String.format(
              Locale.ROOT,
              "no progress for %d s, with everything up: %,d in, %,d out; instances say: %s",
              STALLED_AFTER.toSeconds(),
              load.taken(),
              count.out(),
              cluster.instances().stream().map(Member::lastWords).toList()));
    }
    return !stands;
  }

  private void stopInstances(Fleet cluster) throws InterruptedException {
    for (Member instance : cluster.instances()) {
      if (!instance.stop()) {
        differences.add("stuck", instance.name() + " did not stop at the end");
      }
    }
  }

  private ChaosResult check(Fleet cluster, Director director, RoutedCount count, long start)
      throws InterruptedException {
    count.end();
    listener.note("checking");
    ChaosCheck check = new ChaosCheck(cluster.settings(), account, fates, differences);
    VerdictAudit.Result audit = check.check(stopping);
    listener.note(
        check.overridden()
            + " verdicts are by overrides.file, which changed "
            + cluster.overrides().changes()
            + " times");
    Map<String, Integer> faults = new TreeMap<>();
    director.done().forEach((kind, times) -> faults.put(name(kind), times));
    for (Member instance : cluster.instances()) {
      instance.unasked().forEach(words -> differences.add("ended", words));
    }
    return new ChaosResult(
        settings.seed(),
        settings.kills(),
        faults,
        account.produced(),
        fates.taken(),
        fates.became().size(),
        fates.refused(),
        account.count(RoutedOnce.REMOVED),
        account.count(RoutedOnce.UNIQUE),
        account.count(RoutedOnce.DUPLICATE),
        account.count(RoutedOnce.UNJUDGED),
        account.count(RoutedOnce.DEAD_LETTERS),
        check.verdicts(),
        audit.equal(),
        cluster.unasked(),
        director.unwilling(),
        (System.nanoTime() - start) / 1e9,
        fates.became(),
        differences.counts(),
        differences.shown());
  }

  /** The fault's name in JSON, such as {@code killBroker}. */
  private static String name(Fault.Kind kind) {
    StringBuilder name = new StringBuilder();
    for (String word : kind.name().toLowerCase(Locale.ROOT).split("_")) {
      name.append(
          name.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }

  /** Stops the run, if there is one, and waits until its processes and its folder are gone. */
  @Override
  public void close() {
    stopping.stop();
  }
}

package dev.crawlsieve.stream.generation;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.GroupProgress;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.run.SieveRunner;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Decides a live generation's pages again, with other settings, into topics of its own; the live
 * generation is only read.
 *
 * <p>It runs the topology until it has caught up. Committed work is kept: the next run continues
 * one that was stopped or killed. An instance runs once. {@link #close} may be called from another
 * thread; it stops the run and waits for it.
 */
public final class NewGeneration implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofMillis(300);
  private static final Duration STALLED_AFTER = Duration.ofMinutes(3);

  /** Number of times it catches up with a source that keeps growing before it finishes. */
  private static final int ROUNDS = 2;

  private final GenerationPlan plan;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean started;
  private volatile boolean committed;
  private long routedBefore;

  /** Notified of what happens during a run. */
  public interface Listener extends Consumer<GenerationProgress> {

    /** The run has caught up and continues to follow the source. */
    void following();
  }

  private NewGeneration(GenerationPlan plan) {
    this.plan = plan;
  }

  /**
   * Plans a generation, checks it against the results of an earlier run, and creates its topics.
   *
   * @param given settings that name the brokers and the live generation, and those that differ from
   *     it; the others are taken from the live generation's records
   * @param prefix the new generation's {@code topic.prefix}
   * @throws dev.crawlsieve.core.config.SettingsException if the prefix or a setting is not valid
   *     here
   * @throws SieveException if no broker responds, the live generation has no pages, or the prefix
   *     has verdicts made with other settings
   */
  public static NewGeneration prepare(Map<String, String> given, String prefix) {
    GenerationPlan plan = GenerationPlan.of(given, prefix);
    Set<Integer> unused = RecordedSettings.check(plan.next());
    Topics.create(plan.next());
    return new NewGeneration(plan);
  }

  /** The plan in one sentence. */
  public String plan() {
    return plan.next().applicationId() + " " + plan.sentence();
  }

  /**
   * Runs until it has caught up with the source; if the source has grown in the meantime, catches
   * up once more.
   *
   * @param follow whether to continue after that, until stopped
   * @param listener notified from time to time
   * @throws SieveException if the topology fails, or there is no progress
   */
  public GenerationResult run(boolean follow, Listener listener) {
    started = true;
    long startNanos = System.nanoTime();
    try (GroupProgress group = new GroupProgress(plan.next())) {
      CatchUp catchUp = new CatchUp(plan.next(), group);
      boolean already = !follow && catchUp.reached(true);
      boolean caughtUp = already;
      if (!already) {
        routedBefore = catchUp.routed();
        caughtUp = work(group, catchUp, follow, listener);
      }
      committed = true;
      Map<TopicPartition, Long> begins = group.begins(source());
      return new GenerationReport(plan)
          .of(begins, already, caughtUp, (System.nanoTime() - startNanos) / 1e9);
    } finally {
      ended.countDown();
    }
  }

  private String source() {
    SieveConfig next = plan.next();
    return next.topics().ownLog() ? next.topics().pages() : next.topics().fingerprints();
  }

  private boolean work(GroupProgress group, CatchUp first, boolean follow, Listener listener) {
    try (SieveRunner runner = new SieveRunner(plan.next())) {
      runner.start();
      CatchUp catchUp = first;
      for (int round = 1; ; round++) {
        if (!await(runner, catchUp, listener)) {
          return false;
        }
        if (round == ROUNDS || !catchUp.movedOn()) {
          break;
        }
        catchUp = new CatchUp(plan.next(), group);
      }
      if (follow) {
        listener.following();
        while (!stopped()) {
          ensureWell(runner);
        }
      }
      return true;
    }
  }

  /** Waits until it has caught up or was stopped; returns whether it has caught up. */
  private boolean await(SieveRunner runner, CatchUp catchUp, Listener listener) {
    Stall stall = new Stall(STALLED_AFTER);
    long startNanos = System.nanoTime();
    while (!catchUp.reached(false)) {
      if (stopped()) {
        return false;
      }
      ensureWell(runner);
      GenerationProgress now =
          new GenerationProgress(
              catchUp.total(),
              catchUp.decided(),
              catchUp.routed(),
              routedBefore,
              (System.nanoTime() - startNanos) / 1e9);
      listener.accept(now);
      // Restoring the index makes no progress here, however long it takes.
      if (stall.stands(runner.ready() ? now.decided() + now.routed() : System.nanoTime())) {
        throw new SieveException(
            "no progress for "
                + STALLED_AFTER.toSeconds()
                + " s: "
                + now.routed()
                + " of "
                + now.total()
                + " offsets routed");
      }
    }
    return true;
  }

  private static void ensureWell(SieveRunner runner) {
    if (runner.failure() != null) {
      throw runner.failure();
    }
    if (!runner.running()) {
      throw new SieveException("the topology has stopped on its own");
    }
  }

  private boolean stopped() {
    try {
      return stopped.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
  }

  /**
   * Stops the run, if there is one, and waits until all of its work is committed; waits for its
   * counts, too, unless they take long.
   */
  @Override
  public void close() {
    stopped.countDown();
    if (!started) {
      return;
    }
    try {
      if (!ended.await(60, TimeUnit.SECONDS) && !committed) {
        throw new SieveException("the new generation did not stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

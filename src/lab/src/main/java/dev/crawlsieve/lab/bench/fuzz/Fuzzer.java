package dev.crawlsieve.lab.bench.fuzz;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Gives targets in turn one damaged input after the other, and keeps the inputs on which something
 * is wrong.
 *
 * <p>Each case runs in a thread of its own with a small stack, so recursion that grows with the
 * input shows. Time is the CPU time of that thread, so it does not depend on what else runs.
 */
public final class Fuzzer implements AutoCloseable {

  private static final int STACK_BYTES = 512 * 1024;
  private static final int MOST_FINDINGS = 20;
  private static final long FOR_GOOD_NANOS = Duration.ofSeconds(100).toNanos();

  /** Allows for what an input may decompress to, however small it is, and for a cold start. */
  private static final long SURE_NANOS = Duration.ofSeconds(1).toNanos();

  /** About a hundred times what a sound input takes. */
  private static final long NANOS_PER_BYTE = 3_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /**
   * What came of a target.
   *
   * @param name of the target
   * @param cases number of inputs
   * @param bytes their size altogether
   * @param slowestNanos CPU time of the slowest case
   * @param slowestSeed its seed
   * @param findings what is wrong, with the seed of the case
   */
  public record Result(
      String name,
      long cases,
      long bytes,
      long slowestNanos,
      long slowestSeed,
      List<String> findings) {}

  private final List<FuzzTarget> targets;
  private final Path out;
  private final Consumer<String> progress;
  private final Stoppable work = new Stoppable();

  /**
   * @param out folder for inputs on which something is wrong; made when there is one
   * @param progress receives descriptions of the current step
   */
  public Fuzzer(List<FuzzTarget> targets, Path out, Consumer<String> progress) {
    this.targets = List.copyOf(targets);
    this.out = out;
    this.progress = progress;
  }

  /**
   * Tries cases until the time is over, the same number for each target.
   *
   * @param seed of the first case; the next ones follow from it by adding one
   * @throws SieveException if an input cannot be written, or a case does not end
   */
  public List<Result> run(long seed, Duration time) {
    List<Tally> tallies = new ArrayList<>();
    targets.forEach(target -> tallies.add(new Tally(target)));
    work.begin();
    try {
      long start = System.nanoTime();
      for (long next = seed; next == seed || System.nanoTime() - start < time.toNanos(); next++) {
        for (Tally tally : tallies) {
          work.ensureGoingOn();
          tally.one(next);
        }
        progress.accept(String.format(Locale.ROOT, "%,d cases each", next - seed + 1));
      }
    } finally {
      work.cleared();
    }
    return tallies.stream().map(Tally::result).toList();
  }

  private final class Tally {

    private final FuzzTarget target;
    private final List<String> findings = new ArrayList<>();
    private long cases;
    private long bytes;
    private long slowestNanos;
    private long slowest;

    private Tally(FuzzTarget target) {
      this.target = target;
    }

    private Result result() {
      return new Result(target.name(), cases, bytes, slowestNanos, slowest, List.copyOf(findings));
    }

    private void one(long seed) {
      if (findings.size() >= MOST_FINDINGS) {
        return;
      }
      FuzzTarget.Case next = target.next(new SplittableRandom(seed));
      cases++;
      bytes += next.input().length;
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      long nanos = timed(next.check(), thrown);
      if (nanos > slowestNanos) {
        slowestNanos = nanos;
        slowest = seed;
      }
      if (thrown.get() != null) {
        found(seed, next, thrown.get().toString());
      } else if (nanos > SURE_NANOS + NANOS_PER_BYTE * next.input().length) {
        found(seed, next, String.format(Locale.ROOT, "takes %.1f CPU seconds", nanos / 1e9));
      }
      if (nanos == FOR_GOOD_NANOS) {
        throw new SieveException(target.name() + " does not end on the case with seed " + seed);
      }
    }

    private void found(long seed, FuzzTarget.Case bad, String what) {
      findings.add("seed " + seed + ": " + what);
      try {
        Files.createDirectories(out);
        Files.write(out.resolve(target.name() + "-" + seed), bad.input());
      } catch (IOException e) {
        throw new SieveException("the input cannot be written to " + out + ": " + e, e);
      }
    }
  }

  /** Runs a check and returns the CPU time it took; at most so much that it seems not to end. */
  private static long timed(FuzzTarget.Check check, AtomicReference<Throwable> thrown) {
    AtomicReference<Long> took = new AtomicReference<>(FOR_GOOD_NANOS);
    Runnable task =
        () -> {
          long start = THREADS.getCurrentThreadCpuTime();
          try {
            check.run();
          } catch (Exception | StackOverflowError | OutOfMemoryError | AssertionError e) {
            thrown.set(e);
          }
          took.set(Math.min(FOR_GOOD_NANOS - 1, THREADS.getCurrentThreadCpuTime() - start));
        };
    Thread thread = new Thread(null, task, "crawlsieve-fuzz", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      do {
        thread.join(1000);
      } while (thread.isAlive() && THREADS.getThreadCpuTime(thread.getId()) < FOR_GOOD_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
    return Objects.requireNonNull(took.get());
  }

  @Override
  public void close() {
    work.stop();
  }
}

package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;

import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.meters.ObservedRun;
import dev.crawlsieve.stream.meters.RunCounts;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Reports on standard error what an instance does: a line whenever its state changes, and a summary
 * at the end. On a terminal also a line that is rewritten every second.
 */
final class RunStatus implements AutoCloseable {

  private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long RATE_NANOS = Duration.ofSeconds(10).toNanos();

  /** Number of reasons of dead letters in the summary. */
  private static final int REASONS = 5;

  private static final Set<String> UNTOLD = Set.of("stopping", "failed");

  private final Console console;
  private final ObservedRun run;
  private final LongSupplier clock;
  private String state = "";
  private long unreadyNanos;
  private long beginNanos;
  private long linedNanos;
  private long ratedNanos;
  private long ratedPages;
  private double rate;
  private boolean began;
  private boolean wasReady;
  private boolean closed;

  RunStatus(Console console, ObservedRun run) {
    this(console, run, System::nanoTime);
  }

  /**
   * @param clock nanoseconds of a monotonic clock
   */
  RunStatus(Console console, ObservedRun run, LongSupplier clock) {
    this.console = console;
    this.run = run;
    this.clock = clock;
  }

  /** The instance has started. */
  synchronized void begin() {
    began = true;
    beginNanos = clock.getAsLong();
    unreadyNanos = beginNanos;
    linedNanos = beginNanos;
    ratedNanos = beginNanos;
  }

  /** Reports what is new. Must be called often. */
  synchronized void look() {
    if (closed) {
      return;
    }
    long now = clock.getAsLong();
    Health health = run.health();
    tellChange(health, now);
    if (console.terminal() && now - linedNanos >= EVERY_NANOS) {
      linedNanos = now;
      console.fleeting(line(run.counts(), health, now));
    }
  }

  private void tellChange(Health health, long now) {
    // Whoever stops the instance knows, and a failure is reported when the command ends.
    if (health.state().equals(state) || UNTOLD.contains(health.state())) {
      return;
    }
    boolean before = state.equals("running");
    state = health.state();
    console.fleeting("");
    if (health.ready()) {
      console.note(wasReady ? "ready again after " + time(now - unreadyNanos) : "ready");
      wasReady = true;
    } else {
      unreadyNanos = before ? now : unreadyNanos;
      console.note("not ready, " + state + ": " + health.reason());
    }
  }

  private String line(RunCounts counts, Health health, long now) {
    if (now - ratedNanos >= RATE_NANOS || rate == 0) {
      rate = (counts.pages() - ratedPages) * 1e9 / Math.max(1, now - ratedNanos);
      ratedNanos = now;
      ratedPages = counts.pages();
    }
    // A terminal cuts the end.
    return text("%s, %,.0f pages/s, ", health.state(), rate)
        + (counts.lag() < 0 ? "" : text("lag %,d, ", counts.lag()))
        + results(counts)
        + (counts.slowest() == null ? "" : ", " + counts.slowest());
  }

  private static String results(RunCounts counts) {
    return text("%,d unique, %,d duplicate", counts.unique(), counts.duplicate())
        + (counts.unjudged() == 0 ? "" : text(", %,d not judged", counts.unjudged()))
        + text(", %,d dead letters", counts.deadLetters());
  }

  private static String time(long nanos) {
    return ProgressLine.time(nanos / 1e9);
  }

  /** Prints the summary, if the instance had started. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed || !began) {
      return;
    }
    closed = true;
    RunCounts counts = run.counts();
    console.fleeting("");
    console.note(
        text(
            "%,d pages in %s: %s",
            counts.pages(), time(clock.getAsLong() - beginNanos), results(counts)));
    run.reasons(REASONS)
        .forEach((reason, letters) -> console.note(Summary.reason(reason, letters)));
  }
}

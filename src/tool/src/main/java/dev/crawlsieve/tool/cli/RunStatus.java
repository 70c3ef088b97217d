package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.tool.cli.ConsoleCommand.text;
import static java.util.stream.Collectors.joining;

import dev.crawlsieve.core.failure.ReasonCounts;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.stream.meters.Total;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.ProgressLine;
import dev.crawlsieve.watch.http.Health;
import dev.crawlsieve.watch.live.MeteredRun;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reports on standard error what an instance does: a line whenever its state changes, and a summary
 * at the end. On a terminal, another line is rewritten every second. Elsewhere, while pages come
 * out, there is one every ten seconds of the first minute, then every minute.
 */
final class RunStatus implements AutoCloseable {

  private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long RATE_NANOS = Duration.ofSeconds(10).toNanos();

  /** Maximum number of reasons of dead letters in the summary. */
  private static final int REASONS = 5;

  private static final Set<String> UNTOLD = Set.of("stopping", "failed");

  private final Console console;
  private final Supplier<Health> health;
  private final Supplier<Map<String, Long>> totals;
  private final LongSupplier underWay;
  private final Supplier<String> behind;
  private final ReasonCounts reasons;
  private final Supplier<String> overrides;
  private final LongSupplier clock;
  private String state = "";
  private long unreadyNanos;
  private long beginNanos;
  private long linedNanos;
  private long linedPages;
  private long ratedNanos;
  private long ratedPages;
  private double rate;
  private boolean began;
  private boolean wasReady;
  private boolean closed;

  RunStatus(Console console, MeteredRun run) {
    this(
        console,
        run::health,
        run::totals,
        run::underWay,
        run::behind,
        run.meters().reasons(),
        run.meters().overrides()::text,
        System::nanoTime);
  }

  /**
   * @param totals returns the totals since the start, by name
   * @param underWay returns how many more pages were read than came out
   * @param behind returns how far the instance is behind, in words; empty if unknown
   * @param reasons the counts of dead letters by reason
   * @param overrides returns which overrides applied to no page, in words; empty if all did
   * @param clock a monotonic clock, in nanoseconds
   */
  RunStatus(
      Console console,
      Supplier<Health> health,
      Supplier<Map<String, Long>> totals,
      LongSupplier underWay,
      Supplier<String> behind,
      ReasonCounts reasons,
      Supplier<String> overrides,
      LongSupplier clock) {
    this.console = console;
    this.health = health;
    this.totals = totals;
    this.underWay = underWay;
    this.behind = behind;
    this.reasons = reasons;
    this.overrides = overrides;
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
    Health current = health.get();
    tellChange(current, now);
    if (now - linedNanos >= every(now)) {
      linedNanos = now;
      tellPages(totals.get(), current, now);
    }
  }

  private long every(long now) {
    return console.terminal()
        ? EVERY_NANOS
        : now - beginNanos <= MINUTE_NANOS ? RATE_NANOS : MINUTE_NANOS;
  }

  private void tellPages(Map<String, Long> counts, Health current, long now) {
    if (console.terminal()) {
      console.fleeting(line(counts, current, now));
    } else if (pages(counts) != linedPages) {
      linedPages = pages(counts);
      console.note(line(counts, current, now));
    }
  }

  private void tellChange(Health current, long now) {
    // The user knows about a requested stop, and a failure is reported when the command ends.
    if (current.state().equals(state) || UNTOLD.contains(current.state())) {
      return;
    }
    boolean before = state.equals("running");
    state = current.state();
    console.fleeting("");
    if (current.ready()) {
      console.note(wasReady ? "ready again after " + time(now - unreadyNanos) : "ready");
      wasReady = true;
    } else {
      unreadyNanos = before ? now : unreadyNanos;
      console.note("not ready, " + state + ": " + current.reason());
    }
  }

  private String line(Map<String, Long> counts, Health current, long now) {
    long pages = pages(counts);
    if (now - ratedNanos >= RATE_NANOS || rate == 0) {
      rate = (pages - ratedPages) * 1e9 / Math.max(1, now - ratedNanos);
      ratedNanos = now;
      ratedPages = pages;
    }
    String waiting = behind.get();
    // A terminal cuts the end.
    return text("%s, %,.0f pages/s, ", current.state(), rate)
        + (waiting.isEmpty() ? "" : waiting + ", ")
        + results(counts);
  }

  /** Number of pages and dead letters that came out. */
  private static long pages(Map<String, Long> counts) {
    return Stream.of(Total.values()).mapToLong(total -> total.in(counts)).sum();
  }

  private static String results(Map<String, Long> counts) {
    return Stream.of(Total.values())
        .filter(total -> total != Total.UNJUDGED || total.in(counts) > 0)
        .map(total -> total.counted(total.in(counts)))
        .collect(joining(", "));
  }

  private static String time(long nanos) {
    return ProgressLine.time(nanos / 1e9);
  }

  /** Prints the summary, if the instance has started. Idempotent. */
  @Override
  public synchronized void close() {
    if (closed || !began) {
      return;
    }
    closed = true;
    Map<String, Long> counts = totals.get();
    console.fleeting("");
    console.note(
        text(
            "%s in %s: %s",
            Figures.count(pages(counts), "page"),
            time(clock.getAsLong() - beginNanos),
            results(counts)));
    tellUnderWay(underWay.getAsLong());
    Map<String, Long> commonest = reasons.commonest(REASONS);
    if (!commonest.isEmpty()) {
      console.note(Summary.REASONS);
    }
    commonest.forEach((reason, letters) -> console.note(Summary.reason(reason, letters)));
    if (pages(counts) > 0 && !overrides.get().isEmpty()) {
      console.note(overrides.get());
    }
  }

  /** Says it as a difference, since other instances may have routed some of them. */
  private void tellUnderWay(long pages) {
    if (pages > 0) {
      console.note(
          text(
              "%,d more %s read here than came out here; none is lost: the next 'run', or another"
                  + " instance, goes on with those that are under way",
              pages, pages == 1 ? "page was" : "pages were"));
    }
  }
}

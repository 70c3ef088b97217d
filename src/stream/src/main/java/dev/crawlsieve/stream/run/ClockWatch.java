package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Notices that the machine's clock was set back.
 *
 * <p>Kafka's clients measure time by that clock, and never let it go back: until it has reached
 * again what they have seen, they send no heartbeats. So brokers remove the instance from its group
 * and abort its transactions every few seconds, while it seems well in between. Clients that are
 * made afterwards know nothing of it.
 */
final class ClockWatch {

  private static final Duration EVERY = Duration.ofSeconds(1);

  /** Half of the time after which brokers abort a transaction or miss a heartbeat, by default. */
  private static final long MOST_MILLIS = 5_000;

  private final InstantSource clock;
  private final Consumer<SieveException> failed;
  private long latestMillis = Long.MIN_VALUE;

  /**
   * @param failed called when the clock is too far behind; possibly more than once
   */
  ClockWatch(InstantSource clock, Consumer<SieveException> failed) {
    this.clock = clock;
    this.failed = failed;
  }

  PeriodicWork work() {
    return new PeriodicWork("crawlsieve-clock", EVERY, this::look);
  }

  void look() {
    long now = clock.millis();
    latestMillis = Math.max(latestMillis, now);
    long behind = latestMillis - now;
    if (behind > MOST_MILLIS) {
      failed.accept(
          new SieveException(
              String.format(
                  Locale.ROOT,
                  "the clock of this machine was set back by %,d s: for as long, the brokers would"
                      + " remove this instance from its group every few seconds, since Kafka's"
                      + " clients send no heartbeats. Nothing is lost: start again",
                  behind / 1_000)));
    }
  }
}

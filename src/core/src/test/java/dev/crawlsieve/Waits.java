package dev.crawlsieve;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests wait for a state; a state is what to wait for, never a span of time. */
public final class Waits {

  /** Far longer than anything takes on a busy machine: it only ends tests that fail. */
  public static final Duration LIMIT = Duration.ofMinutes(6);

  private Waits() {}

  /** Waits, looking ten times a second. */
  public static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT).pollInterval(Duration.ofMillis(100));
  }

  /** Whether a process has ended, which it gets as long for. */
  public static boolean ended(Process process) throws InterruptedException {
    return process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}

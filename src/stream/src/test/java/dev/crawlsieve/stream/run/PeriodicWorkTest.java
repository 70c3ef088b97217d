package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class PeriodicWorkTest {

  private static final Duration EVERY = Duration.ofMillis(1);

  @Test
  void shouldGoOnAfterEveryFailure() throws Exception {
    CountDownLatch turns = new CountDownLatch(4);
    try (PeriodicWork work =
        new PeriodicWork(
            "tried",
            EVERY,
            () -> {
              turns.countDown();
              switch ((int) turns.getCount()) {
                case 3 -> throw new IllegalStateException("the first turn fails");
                case 2 -> throw new AssertionError("the second turn fails");
                case 1 -> throw new InterruptedException("by something else than its close");
                default -> {
                  // works again
                }
              }
            })) {
      work.start();
      turns.await();
    }
  }

  @Test
  void shouldInterruptTheTurnThatIsRunningAndThenEnd() throws Exception {
    List<String> happened = new CopyOnWriteArrayList<>();
    CountDownLatch begun = new CountDownLatch(1);
    PeriodicWork[] itself = new PeriodicWork[1];
    PeriodicWork work =
        new PeriodicWork(
            "tried",
            EVERY,
            () -> {
              Thread thread = Thread.currentThread();
              happened.add(thread.getName() + (thread.isDaemon() ? ", a daemon" : ""));
              begun.countDown();
              try {
                TimeUnit.DAYS.sleep(1);
              } finally {
                happened.add("closing: " + itself[0].closing());
              }
            },
            () -> happened.add("ended"));
    itself[0] = work;
    work.start();
    begun.await();
    assertThat(work.closing()).isFalse();
    work.close();
    work.close();
    assertThat(happened).containsExactly("tried, a daemon", "closing: true", "ended");
  }

  @Test
  void shouldCloseWithoutHavingStarted() {
    List<String> happened = new CopyOnWriteArrayList<>();
    PeriodicWork work =
        new PeriodicWork("tried", EVERY, () -> happened.add("a turn"), () -> happened.add("ended"));
    work.close();
    assertThat(happened).containsExactly("ended");
  }
}

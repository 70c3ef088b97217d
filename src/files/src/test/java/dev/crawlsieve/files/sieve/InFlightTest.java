package dev.crawlsieve.files.sieve;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class InFlightTest {

  @Test
  void shouldLetInNoMoreThanSoManyPages() throws InterruptedException {
    PeakInFlight inFlight = new PeakInFlight(2, 100);
    inFlight.enter(1);
    inFlight.enter(1);
    shouldWaitUntilLeft(inFlight, 1, 1);
    assertThat(inFlight.peakPages()).isEqualTo(2);
  }

  @Test
  void shouldLetInNoMoreThanSoManyBytes() throws InterruptedException {
    PeakInFlight inFlight = new PeakInFlight(10, 100);
    inFlight.enter(60);
    inFlight.enter(40);
    shouldWaitUntilLeft(inFlight, 1, 40);
    assertThat(inFlight.peakBytes()).isEqualTo(100);
  }

  @Test
  void shouldLetInALargerPageAlone() throws InterruptedException {
    PeakInFlight inFlight = new PeakInFlight(10, 100);
    inFlight.enter(1);
    shouldWaitUntilLeft(inFlight, 1_000, 1);
    assertThat(inFlight.peakBytes()).isEqualTo(1_000);
    assertThat(inFlight.peakPages()).isEqualTo(1);
  }

  /** A page waits until another one leaves, and then enters. */
  private static void shouldWaitUntilLeft(InFlight inFlight, long size, long leaving)
      throws InterruptedException {
    CountDownLatch in = new CountDownLatch(1);
    Thread next =
        new Thread(
            () -> {
              try {
                inFlight.enter(size);
                in.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    next.start();
    await().until(() -> in.getCount() == 0 || next.getState() == Thread.State.WAITING);
    assertThat(in.getCount()).isEqualTo(1);
    inFlight.leave(leaving);
    in.await();
    next.join();
  }
}

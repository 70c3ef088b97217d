package dev.crawlsieve.watch.http;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ConcurrencyLimitTest {

  @Test
  void shouldRefuseThoseBeyondTheOnesThatWorkAndWait() throws Exception {
    ConcurrencyLimit limit = ConcurrencyLimit.ofAsks(2, 1);
    limit.take();
    limit.take();
    Thread waiting =
        new Thread(
            () -> {
              while (!taken(limit)) {
                Thread.onSpinWait(); // waits again
              }
            });
    waiting.start();
    await().until(waiting::getState, state -> state == Thread.State.TIMED_WAITING);

    assertThatThrownBy(() -> limit.take())
        .isInstanceOf(RefusedException.class)
        .hasMessage(
            "too many ask at once: try again in a second, or send several pages in one request");
    limit.give();
    waiting.join();
  }

  private static boolean taken(ConcurrencyLimit limit) {
    try {
      limit.take();
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }

  @Test
  void shouldRefuseThoseWhoWaitTooLong() throws Exception {
    ConcurrencyLimit limit = new ConcurrencyLimit(1);
    limit.take();

    assertThatThrownBy(() -> limit.take()).isInstanceOf(RefusedException.class);
    limit.give();
    limit.take();
  }
}

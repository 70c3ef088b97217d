package dev.crawlsieve.stream.http;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ConcurrencyLimitTest {

  @Test
  void shouldRefuseThoseBeyondTheOnesThatWorkAndWait() throws Exception {
    ConcurrencyLimit limit = ConcurrencyLimit.ofAsks(2, 1);
    limit.take();
    limit.take();
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              while (!taken(limit)) {
                Thread.onSpinWait(); // waits again
              }
            });
    await().until(limit::waiting, count -> count == 1);

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

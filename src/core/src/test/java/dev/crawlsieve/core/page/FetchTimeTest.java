package dev.crawlsieve.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FetchTimeTest {

  @Test
  void millisecondsAreThoseOfTheInstant() {
    Random random = new Random(76);
    for (int i = 0; i < 10_000; i++) {
      long millis = random.nextLong() % 253_402_300_799_999L;
      Instant exact = Instant.ofEpochMilli(millis);
      Instant second = Instant.ofEpochSecond(millis / 1_000);
      assertThat(FetchTime.millis(exact.toString())).isEqualTo(millis);
      assertThat(FetchTime.millis(second.toString())).isEqualTo(second.toEpochMilli());
    }
  }
}

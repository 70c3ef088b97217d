package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PaceTest {

  private static final long SECOND = 1_000_000_000;

  private final AtomicLong clock = new AtomicLong();

  @Test
  void shouldReleasePagesEvenlyOverSteps() {
    Pace pace = new Pace(4, 1_000, clock::get);
    assertThat(pace.released()).isZero();
    clock.set(6 * SECOND);
    assertThat(pace.released()).isEqualTo(125);
    clock.set(60 * SECOND);
    assertThat(pace.released()).isEqualTo(250);
    pace.step();
    assertThat(pace.released()).isEqualTo(250);
    clock.set(90 * SECOND);
    assertThat(pace.released()).isEqualTo(375);
    pace.step();
    pace.step();
    assertThat(pace.due()).isEqualTo(500);
    pace.step();
    assertThat(pace.released()).isEqualTo(1_000);
  }

  @Test
  void shouldReleaseAllWhereNothingIsDone() {
    Pace pace = new Pace(0, 1_000, clock::get);
    assertThat(pace.released()).isEqualTo(1_000);
    assertThat(pace.due()).isZero();
  }
}

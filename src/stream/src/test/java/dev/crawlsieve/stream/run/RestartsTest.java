package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.api.Test;

final class RestartsTest {

  private final Exception unexpected =
      new KafkaException("lost", new UnknownServerException("the broker's disk is full"));

  private long nanos = 1;
  private final Restarts restarts = new Restarts(() -> nanos);

  @Test
  void shouldBeginAgainForAWhileAndThenSayWhatTheBrokerAnswered() {
    long began = nanos;
    for (int time = 0; time < Restarts.MOST; time++) {
      assertThat(restarts.again(unexpected)).isTrue();
      untilDue();
    }
    assertThat(restarts.again(unexpected)).isFalse();
    assertThat(restarts.failure(unexpected))
        .hasMessage(
            "the Kafka broker answered with errors 30 times, never ten minutes apart: the broker's"
                + " disk is full. What was committed is safe: start again once the brokers are"
                + " well");
    assertThat(Duration.ofNanos(nanos - began)).isBetween(minutes(3), minutes(5));
  }

  @Test
  void shouldEndAlthoughErrorsThatPassComeInBetween() {
    for (int time = 0; time < Restarts.MOST; time++) {
      assertThat(restarts.again(unexpected)).isTrue();
      assertThat(restarts.again(new TimeoutException("late"))).isTrue();
      nanos += minutes(2).toNanos();
    }
    assertThat(restarts.again(unexpected)).isFalse();
  }

  @Test
  void shouldCountOnceWhatFailsInSeveralThreadsBeforeTheNextAttempt() {
    assertThat(restarts.again(unexpected)).isTrue();
    assertThat(restarts.again(unexpected)).isTrue();
    for (int thread = 0; thread < 3 * Restarts.MOST; thread++) {
      assertThat(restarts.again(unexpected)).isTrue();
      assertThat(restarts.pause()).hasMillis(250);
    }
  }

  @Test
  void shouldCountFromTheLastQuietTime() {
    for (int time = 0; time < 3 * Restarts.MOST; time++) {
      assertThat(restarts.again(unexpected)).isTrue();
      assertThat(restarts.pause()).isZero();
      nanos += minutes(11).toNanos();
    }
  }

  @Test
  void shouldNeitherCountNorWarnOfWhatFailsWhileStopping() {
    restarts.close();
    for (int time = 0; time < 3 * Restarts.MOST; time++) {
      assertThat(restarts.again(unexpected)).isTrue();
      assertThat(restarts.pause()).isZero();
    }
  }

  @Test
  void shouldWaitWithoutEndForBrokersThatAreAway() {
    for (int time = 0; time < 3 * Restarts.MOST; time++) {
      assertThat(restarts.again(new TimeoutException("late"))).isTrue();
      untilDue();
    }
  }

  @Test
  void shouldStopAtOnceIfNothingWillChange() {
    Exception tooLarge = new RecordTooLargeException("5 MB");
    assertThat(restarts.again(tooLarge)).isFalse();
    assertThat(restarts.failure(tooLarge)).hasMessageStartingWith("5 MB");
  }

  @Test
  void shouldPauseLongerEachTimeUpToTenSeconds() {
    List<Long> pauses = new ArrayList<>();
    for (int time = 0; time < 9; time++) {
      assertThat(restarts.again(unexpected)).isTrue();
      pauses.add(restarts.pause().toMillis());
      untilDue();
    }
    assertThat(pauses)
        .containsExactly(0L, 250L, 500L, 1_000L, 2_000L, 4_000L, 8_000L, 10_000L, 10_000L);
  }

  @Test
  void shouldEndAPauseWithTheInstance() {
    assertThat(restarts.await()).isTrue();
    assertThat(restarts.again(unexpected)).isTrue();
    assertThat(restarts.again(unexpected)).isTrue();
    restarts.close();
    assertThat(restarts.await()).isFalse();
  }

  private void untilDue() {
    nanos += restarts.pause().toNanos();
  }

  private static Duration minutes(int number) {
    return Duration.ofMinutes(number);
  }
}

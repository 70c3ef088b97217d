package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BrokerContactTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private final BrokerContact contact = new BrokerContact(PATIENCE, 0);

  @Test
  void shouldNotTakeOneSlowAnswerForAnAbsence() {
    assertThat(contact.unanswered(seconds(4))).isNull();
    contact.answered(seconds(4));
    assertThat(contact.unanswered(seconds(8))).isNull();
    contact.answered(seconds(12));
    assertThat(contact.unanswered(seconds(16))).isNull();
  }

  @Test
  void shouldNotTakeAPauseOfThisProcessForAnAbsence() {
    assertThat(contact.unanswered(seconds(60))).isNull();
    contact.answered(seconds(61));
    assertThat(contact.unanswered(seconds(64))).isNull();
  }

  @Test
  void shouldTellAnAbsenceWithinSecondsAndForget() {
    assertThat(contact.unanswered(seconds(3))).isNull();
    assertThat(contact.unanswered(seconds(7))).isEqualTo(Duration.ofSeconds(7));
    assertThat(contact.unanswered(seconds(11))).isEqualTo(Duration.ofSeconds(11));
    contact.answered(seconds(12));
    assertThat(contact.unanswered(seconds(13))).isNull();
    assertThat(contact.unanswered(seconds(14))).isNull();
    assertThat(contact.unanswered(seconds(17))).isEqualTo(PATIENCE);
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}

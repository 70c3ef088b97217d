package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.failure.SieveException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClockWatchTest {

  private long millis = 1_000_000;
  private final List<SieveException> failures = new ArrayList<>();
  private final ClockWatch watch =
      new ClockWatch(() -> Instant.ofEpochMilli(millis), failures::add);

  private void look(long later) {
    millis += later;
    watch.look();
  }

  @Test
  void shouldBearWhatClientsBear() {
    look(1_000);
    look(-5_000); // a correction
    look(86_400_000); // after a pause of the machine, or a correction
    look(1_000);
    look(-3_000);
    look(1_000);
    look(-3_000);
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldSayByHowMuchTheClockWasSetBack() {
    look(1_000);
    look(-3_600_000);
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).hasMessageContaining("was set back by 3,600 s");
  }

  @Test
  void shouldCountSeveralStepsTogether() {
    look(1_000);
    look(-4_000);
    look(500);
    look(-4_000);
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0)).hasMessageContaining("was set back by 7 s");
  }
}

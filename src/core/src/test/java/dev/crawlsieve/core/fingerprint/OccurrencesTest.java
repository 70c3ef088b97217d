package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OccurrencesTest {

  @Test
  void shouldCountHashesThatDifferInFewBits() {
    Occurrences occurrences = new Occurrences();
    for (int text = 0; text < 3; text++) {
      for (int times = 1; times <= 3; times++) {
        for (long i = 1; i <= 3_000; i++) {
          assertThat(occurrences.add(i)).isEqualTo(times);
          assertThat(occurrences.add(i << 20)).isEqualTo(times);
        }
      }
      occurrences.clear();
    }
  }

  /** An author who foresees the places can make each search long. */
  @Test
  void shouldPlaceHashesWhereNobodyCanForesee() {
    Occurrences one = new Occurrences();
    Occurrences other = new Occurrences();

    assertThat(LongStream.range(0, 512).map(i -> one.home(i << 20)).distinct().count())
        .isGreaterThan(300);
    assertThat(LongStream.range(0, 512).filter(i -> one.home(i) == other.home(i)).count())
        .isLessThan(50);
  }
}

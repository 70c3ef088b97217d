package dev.crawlsieve.measure.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.work.Stoppable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reading on another thread. */
final class ReadAheadTest {

  private static final int ALL = 20_000;

  private final Stoppable stops = new Stoppable();
  private final List<Integer> used = new ArrayList<>();

  @Test
  void shouldPassOnEverythingInOrder() {
    try (ReadAhead<Integer> ahead =
        new ReadAhead<>(each -> IntStream.range(0, ALL).forEach(each::accept))) {
      ahead.forEach(i -> -i, stops, used::add);
    }
    assertThat(used).isEqualTo(IntStream.range(0, ALL).mapToObj(i -> -i).toList());
  }

  @Test
  void shouldThrowTheFailureOfTheReading() {
    try (ReadAhead<Integer> ahead =
        new ReadAhead<>(
            each -> {
              each.accept(1);
              throw new IllegalStateException("no more");
            })) {
      assertThatThrownBy(() -> ahead.forEach(i -> i, stops, used::add)).hasMessage("no more");
    }
  }

  @Test
  void shouldEndTheReadingWhenTheRestIsNotWanted() {
    AtomicInteger read = new AtomicInteger();
    try (ReadAhead<Integer> ahead =
        new ReadAhead<>(
            each -> {
              while (true) {
                each.accept(read.incrementAndGet());
              }
            })) {
      ahead.forEach(
          i -> i,
          stops,
          i -> {
            used.add(i);
            stops.ask();
          });
    }
    int atTheEnd = read.get();
    assertThat(used).isNotEmpty();
    assertThat(read.get()).isEqualTo(atTheEnd);
  }
}

package dev.crawlsieve.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.engine.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PureMapTest {

  private final AtomicInteger mappers = new AtomicInteger();
  private final PureMap<Integer> map = new PureMap<>(mappers::incrementAndGet);

  @Test
  void shouldSetAsideAPageThatTakesAllMemory() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    assertThatThrownBy(
            () ->
                map.run(
                    mapper -> {
                      tries.incrementAndGet();
                      return new long[1 << 16][Integer.MAX_VALUE - 8];
                    }))
        .isInstanceOf(PoisonPageException.class)
        .hasMessageStartingWith("this page cannot be processed: java.lang.OutOfMemoryError");
    assertThat(tries).hasValue(2);
    String next = map.run(mapper -> "made by " + mapper);
    assertThat(next).as("by none that failed").isEqualTo("made by 3");
  }

  @Test
  void shouldTryAgainWhereOthersHadTakenTheMemory() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    String made =
        map.run(
            mapper -> {
              if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("taken by others");
              }
              return "a fingerprint";
            });
    assertThat(made).isEqualTo("a fingerprint");
  }

  @Test
  void shouldSetAsideAPageOnWhichALibraryFails() {
    assertThatThrownBy(() -> map.run(mapper -> "".charAt(1)))
        .isInstanceOf(PoisonPageException.class)
        .hasMessageContaining("StringIndexOutOfBoundsException");
    assertThatThrownBy(
            () ->
                map.run(
                    mapper -> {
                      throw new BadPageException("the value is null");
                    }))
        .isInstanceOf(BadPageException.class);
  }
}

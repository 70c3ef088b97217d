package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PoisonTurnsTest {

  private static final SieveConfig CONFIG =
      SieveConfig.of(Map.of("dedup.scope", "header:site", "page.max.bytes", "2000000"));

  @Test
  void shouldKnowMoreThanAHundredKinds() {
    List<PoisonKind> kinds = PoisonTurns.kinds(CONFIG);
    assertThat(kinds).hasSizeGreaterThan(100);
    assertThat(kinds).extracting(PoisonKind::name).doesNotHaveDuplicates();
  }

  @Test
  void shouldMakeEachTheSameWheneverItIsAsked() {
    for (PoisonKind kind : PoisonTurns.kinds(CONFIG)) {
      if (kind.every() < PoisonKind.RARELY) {
        Poison poison = kind.make().get();
        Poison again = kind.make().get();
        assertThat(poison.name()).isEqualTo(kind.name());
        assertThat(Content.of(poison.key(), poison.value()))
            .as(kind.name())
            .isEqualTo(Content.of(again.key(), again.value()));
        assertThat(poison.fate() == Poison.Fate.SET_ASIDE)
            .as(kind.name())
            .isEqualTo(poison.reason() != null);
      }
    }
  }

  @Test
  void shouldGiveEachKindATurnAndLargeOnesFewer() {
    PoisonTurns turns = new PoisonTurns(CONFIG, 1);
    List<String> names =
        IntStream.range(0, 3 * turns.size()).mapToObj(i -> turns.next().name()).toList();
    assertThat(names).filteredOn("two scopes"::equals).hasSizeGreaterThan(2);
    assertThat(names).filteredOn("header of 5000000 bytes"::equals).hasSizeLessThan(2);
  }

  @Test
  void shouldHaveScopesOnlyWhereAHeaderNamesThem() {
    assertThat(PoisonTurns.kinds(CONFIG)).extracting(PoisonKind::name).contains("no scope");
    assertThat(PoisonTurns.kinds(SieveConfig.of(Map.of())))
        .extracting(PoisonKind::name)
        .doesNotContain("no scope");
  }
}

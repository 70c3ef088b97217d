package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  void shouldGiveEachKindATurn() {
    PoisonTurns turns = new PoisonTurns(CONFIG, "ahead", 1);
    Set<String> names = new HashSet<>();
    IntStream.range(0, turns.size()).forEach(i -> names.add(turns.next().name()));
    assertThat(turns.size()).isEqualTo(6);
    assertThat(names).hasSize(6);
  }

  @Test
  void shouldGiveLargeOnesFewerTurns() {
    PoisonTurns turns = new PoisonTurns(CONFIG, "header of", 1);
    assertThat(turns.size()).isEqualTo(5);
    // In ten rounds, four kinds have two turns each, and one kind has one.
    List<String> names = IntStream.range(0, 4 * 9).mapToObj(i -> turns.next().name()).toList();
    assertThat(names).filteredOn("header of 40000000 bytes"::equals).hasSize(4);
    assertThat(names).filteredOn("header of 900000 bytes"::equals).hasSize(8);
  }

  @Test
  void shouldHaveScopesOnlyWhereAHeaderNamesThem() {
    assertThat(PoisonTurns.kinds(CONFIG)).extracting(PoisonKind::name).contains("no scope");
    assertThat(PoisonTurns.kinds(SieveConfig.of(Map.of())))
        .extracting(PoisonKind::name)
        .doesNotContain("no scope");
  }

  @Test
  void shouldSayThatNoKindIsCalledSo() {
    assertThatThrownBy(() -> new PoisonTurns(CONFIG, "arsenic", 1))
        .isInstanceOf(SettingsException.class)
        .hasMessage("--kinds is 'arsenic': no kind has that in its name");
  }
}

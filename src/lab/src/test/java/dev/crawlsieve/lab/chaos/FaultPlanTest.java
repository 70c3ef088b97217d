package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class FaultPlanTest {

  private static final Set<Fault.Kind> ALL = EnumSet.allOf(Fault.Kind.class);

  @Test
  void shouldBeTheSameForASeed() {
    assertThat(FaultPlan.of(20, 7, ALL)).isEqualTo(FaultPlan.of(20, 7, ALL));
    assertThat(FaultPlan.of(20, 7, ALL)).isNotEqualTo(FaultPlan.of(20, 8, ALL));
  }

  @Test
  void shouldKillAsOftenAsAskedAndDoOtherThingsBesides() {
    List<Fault> plan = FaultPlan.of(50, 1, ALL);
    assertThat(plan.stream().filter(fault -> fault.kind().kills())).hasSize(50);
    assertThat(plan).hasSize(50 + 17);
    Set<Fault.Kind> kinds = plan.stream().map(Fault::kind).collect(Collectors.toSet());
    assertThat(kinds).isEqualTo(EnumSet.allOf(Fault.Kind.class));
    assertThat(FaultPlan.of(0, 1, ALL)).isEmpty();
  }

  @Test
  void shouldUseOnlyKindsThatAreAskedFor() {
    assertThat(FaultPlan.of(20, 1, Set.of(Fault.Kind.KILL_INSTANCE)))
        .hasSize(20)
        .allMatch(fault -> fault.kind() == Fault.Kind.KILL_INSTANCE);
    assertThat(FaultPlan.of(20, 1, EnumSet.of(Fault.Kind.KILL_BROKER, Fault.Kind.ROLL)))
        .hasSize(20 + 7);
  }

  @Test
  void shouldReachEveryProcess() {
    for (boolean broker : new boolean[] {true, false}) {
      assertThat(
              FaultPlan.of(50, 1, ALL).stream()
                  .filter(fault -> fault.kind().kills() && fault.kind().ofBroker() == broker)
                  .map(Fault::target)
                  .collect(Collectors.toSet()))
          .containsExactlyInAnyOrder(1, 2, 3);
    }
  }

  @Test
  void shouldRollOnlySettingsThatChangeNoVerdict() {
    int hash = SieveConfig.of(Map.of()).verdictHash();
    List<Fault> rolls =
        FaultPlan.of(300, 3, ALL).stream()
            .filter(fault -> fault.kind() == Fault.Kind.ROLL)
            .toList();
    assertThat(rolls).isNotEmpty();
    for (Fault roll : rolls) {
      assertThat(SieveConfig.of(roll.settings()).verdictHash()).isEqualTo(hash);
      assertThat(roll.toString()).contains("restarted one by one").contains("commit.interval");
    }
  }

  @Test
  void shouldSayInWordsWhatIsDone() {
    Fault fault = new Fault(Fault.Kind.KILL_BROKER, 2, 100, 1_500, Map.of());
    assertThat(fault).hasToString("broker 2: kill -9, back after 1.5 s");
  }
}

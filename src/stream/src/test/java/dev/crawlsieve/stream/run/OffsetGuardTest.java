package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** The guard with a fake group, which counts its looks. */
final class OffsetGuardTest {

  private static final Optional<Long> GONE = Optional.empty();
  private static final Optional<Long> THERE = Optional.of(17L);
  private static final TopicPartition RESULT = new TopicPartition("verdicts", 1);
  private static final TopicPartition LANE = new TopicPartition("fingerprints", 0);

  /** What a look reports about a partition; null while its offset is pending. */
  @FunctionalInterface
  private interface Script {
    Optional<Long> at(TopicPartition partition, int look);
  }

  private static final class FakeGroup implements OffsetGuard.Group {
    private final Script script;
    private final Set<Integer> decided;
    private int looks;

    private FakeGroup(Script script, Set<Integer> decided) {
      this.script = script;
      this.decided = decided;
    }

    @Override
    public Map<TopicPartition, Optional<Long>> committed(Set<TopicPartition> partitions) {
      looks++;
      Map<TopicPartition, Optional<Long>> committed = new HashMap<>();
      for (TopicPartition partition : partitions) {
        Optional<Long> offset = script.at(partition, looks);
        if (offset != null) {
          committed.put(partition, offset);
        }
      }
      return committed;
    }

    @Override
    public boolean hasVerdicts(int partition) {
      return decided.contains(partition);
    }

    @Override
    public Optional<TopicPartition> firstResult() {
      return decided.isEmpty() ? Optional.empty() : Optional.of(RESULT);
    }

    @Override
    public boolean hasDecided(int lane) {
      return decided.contains(lane);
    }
  }

  private static FakeGroup check(Script script, Integer... decided) {
    FakeGroup group = new FakeGroup(script, Set.of(decided));
    new OffsetGuard(SieveConfig.of(Map.of()), group, () -> {}).check(Set.of(0), 4);
    return group;
  }

  @Test
  void shouldPassAtTheFirstLookWhereAllIsWell() {
    assertThat(check((at, look) -> THERE, 0, 1, 2, 3).looks).isEqualTo(1);
  }

  @Test
  void shouldAskNothingBeforeTheFirstVerdict() {
    FakeGroup group = new FakeGroup((at, look) -> GONE, Set.of());
    new OffsetGuard(SieveConfig.of(Map.of()), group, () -> {}).check(Set.of(), 4);
    assertThat(group.looks).isZero();
  }

  private static FakeGroup withoutIndex(Script script) {
    FakeGroup group = new FakeGroup(script, Set.of(1));
    new OffsetGuard(SieveConfig.of(Map.of()), group, () -> {}).check(Set.of(), 4);
    return group;
  }

  @Test
  void shouldRefuseTheResultsOfAnotherGroup() {
    assertThatThrownBy(() -> withoutIndex((at, look) -> GONE))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("results in verdicts-1")
        .hasMessageContaining("'crawlsieve' has neither an index nor offsets")
        .hasMessageContaining("topic.prefix");
  }

  @Test
  void shouldGoOnWhereItsFirstPagesAreNotDecidedYet() {
    assertThat(withoutIndex((at, look) -> at.toString().equals("pages-2") ? THERE : GONE).looks)
        .isEqualTo(1);
    assertThat(withoutIndex((at, look) -> look < 100 ? null : THERE).looks).isEqualTo(100);
    assertThat(withoutIndex((at, look) -> look < 4 ? GONE : THERE).looks).isEqualTo(4);
    assertThatThrownBy(() -> withoutIndex((at, look) -> null))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("transaction that has been open");
  }

  @Test
  void shouldWaitForATransactionThatHasNotEnded() {
    assertThat(check((at, look) -> look < 100 ? null : THERE, 0).looks).isEqualTo(100);
  }

  @Test
  void shouldNotTakeOneLookForCertain() {
    assertThat(check((at, look) -> look < 4 ? GONE : THERE, 0).looks).isEqualTo(4);
    // reports from before an offset was pending do not count
    assertThatCode(
            () -> check((at, look) -> look > 20 ? THERE : look % 4 == 0 ? null : GONE, 0, 1, 2, 3))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldSayWhichTransactionDoesNotEnd() {
    assertThatThrownBy(() -> check((at, look) -> at.equals(LANE) ? null : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'crawlsieve' in fingerprints-0")
        .hasMessageContaining("transaction that has been open");
  }

  @Test
  void shouldRefuseWhereALanesOffsetIsGone() {
    assertThatThrownBy(() -> check((at, look) -> at.equals(LANE) ? GONE : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("has pages of fingerprints-0")
        .hasMessageContaining("offsets.retention.minutes")
        .hasMessageContaining("topic.prefix");
  }

  @Test
  void shouldRefuseWhereTheOffsetOfPagesIsGone() {
    assertThatThrownBy(
            () -> check((at, look) -> at.toString().equals("pages-2") ? GONE : THERE, 0, 2))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("verdicts on pages of pages-2")
        .hasMessageContaining("offsets.retention.minutes");
  }

  @Test
  void shouldPassPartitionsOfPagesOnWhichNothingWasDecided() {
    FakeGroup group = check((at, look) -> at.partition() == 3 ? GONE : THERE, 0, 1, 2);
    assertThat(group.looks).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhereAShardsOffsetIsGone() {
    assertThatThrownBy(
            () -> sharded((at, look) -> at.toString().equals("lookups-5") ? GONE : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("shard 1 of lane 1 has looked up pages of lookups-5")
        .hasMessageContaining("compared with that shard again");
    assertThatThrownBy(() -> sharded((at, look) -> at.toString().equals("found-1") ? GONE : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("lane 1 has decided on pages of found-1")
        .hasMessageContaining("decided again");
  }

  @Test
  void shouldPassShardsThatNoPageHasReached() {
    Script script =
        (at, look) ->
            Set.of("lookups-6", "lookups-2", "found-0").contains(at.toString()) ? GONE : THERE;
    assertThat(sharded(script).looks).isEqualTo(1);
  }

  /** Two lanes of four shards: lane 0 has come to its second shard, lane 1 has decided. */
  private static FakeGroup sharded(Script script) {
    FakeGroup group = new FakeGroup(script, Set.of(1));
    SieveConfig config = SieveConfig.of(Map.of("index.shards", "4", "lanes", "2"));
    new OffsetGuard(config, group, () -> {}).check(Set.of(0, 1, 4, 5, 7), 4);
    return group;
  }

  @Test
  void shouldNotLookAtPagesOfAnotherGeneration() {
    FakeGroup group =
        new FakeGroup((at, look) -> at.equals(LANE) ? THERE : GONE, Set.of(0, 1, 2, 3));
    SieveConfig beside =
        SieveConfig.of(
            Map.of(
                "topic.prefix", "strict",
                "pages.topic", "pages",
                "fingerprints.topic", "fingerprints"));
    new OffsetGuard(beside, group, () -> {}).check(Set.of(0), 4);
    assertThat(group.looks).isEqualTo(1);
    assertThat(List.copyOf(beside.topics().all())).contains("strict.verdicts");
  }
}

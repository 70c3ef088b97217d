package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.OffsetGuard.Committed;
import dev.crawlsieve.stream.run.OffsetGuard.Results;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
  private static final long END = 20;

  /** What a look reports about a partition; null while its offset is pending. */
  @FunctionalInterface
  private interface Script {
    Optional<Long> at(String partition, int look);
  }

  /** Topics of 20 records; four partitions of pages, as many lanes as are set. */
  private static final class FakeGroup implements OffsetGuard.Group {

    private final SieveConfig config;
    private final Script script;
    private final Map<String, Long> results = new HashMap<>();
    private final Map<String, Long> begins = new HashMap<>();
    private final Map<String, Long> ends = new HashMap<>();
    private final Map<String, Long> lastWithResult = new HashMap<>();
    private final List<Integer> asked = new ArrayList<>();
    private boolean byHand;
    private int looks = -1; // the first is before the results are read
    private Map<TopicPartition, Committed> read;

    private FakeGroup(Map<String, String> settings, Script script) {
      this.config = SieveConfig.of(settings);
      this.script = script;
    }

    private FakeGroup check(Integer... begun) {
      new OffsetGuard(config, this, () -> {}).check(Set.of(begun));
      assertThat(read).as("the stores were looked at").isNotNull();
      return this;
    }

    @Override
    public Set<TopicPartition> partitions(String topic) {
      int lanes = config.lanes();
      int count =
          switch (topic) {
            case "fingerprints", "found" -> lanes;
            case "lookups", "leaders" -> lanes * config.shards();
            default -> 4;
          };
      Set<TopicPartition> partitions = new HashSet<>();
      for (int partition = 0; partition < count; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
      return partitions;
    }

    @Override
    public Map<TopicPartition, Long> begins(Set<TopicPartition> of) {
      return offsets(of, begins, 0);
    }

    @Override
    public Map<TopicPartition, Long> ends(Set<TopicPartition> of) {
      return offsets(of, ends, END);
    }

    private static Map<TopicPartition, Long> offsets(
        Set<TopicPartition> of, Map<String, Long> known, long other) {
      Map<TopicPartition, Long> offsets = new HashMap<>();
      of.forEach(at -> offsets.put(at, known.getOrDefault(at.toString(), other)));
      return offsets;
    }

    @Override
    public Map<TopicPartition, Optional<Committed>> committed(Set<TopicPartition> of) {
      looks++;
      Map<TopicPartition, Optional<Committed>> committed = new HashMap<>();
      for (TopicPartition at : of) {
        Optional<Long> offset = script.at(at.toString(), looks);
        if (offset != null) {
          committed.put(at, offset.map(known -> new Committed(known, byHand)));
        }
      }
      return committed;
    }

    @Override
    public Map<TopicPartition, Long> pending() {
      return Map.of();
    }

    @Override
    public Results results(Map<TopicPartition, Committed> set) {
      Map<TopicPartition, Long> next = new HashMap<>();
      results.forEach(
          (at, offset) ->
              next.put(
                  new TopicPartition(
                      at.substring(0, at.length() - 2), at.charAt(at.length() - 1) - '0'),
                  offset));
      return new Results(next, Set.copyOf(next.keySet()), Set.of());
    }

    @Override
    public Optional<Long> lastWithResult(TopicPartition at, long from) {
      return Optional.ofNullable(lastWithResult.get(at.toString())).filter(last -> last >= from);
    }

    @Override
    public boolean hasDecided(int lane) {
      asked.add(lane);
      return results.containsKey("found-" + lane);
    }

    @Override
    public Optional<Long> withoutResult(TopicPartition at, long from, long to) {
      return from < to ? Optional.of(from) : Optional.empty();
    }

    @Override
    public void ensureState(
        Map<TopicPartition, Committed> has, Results newest, Set<Integer> begun) {
      read = has;
    }
  }

  private static FakeGroup group(Script script, Map<String, Long> results) {
    FakeGroup group = new FakeGroup(Map.of(), script);
    group.results.putAll(results);
    return group;
  }

  @Test
  void shouldPassAtTheFirstLookWhereAllIsWell() {
    Map<String, Long> results = Map.of("pages-0", 17L, "pages-3", 4L, "fingerprints-0", 17L);
    assertThat(group((at, look) -> THERE, results).check(0).looks).isEqualTo(1);
    assertThat(group((at, look) -> GONE, Map.of()).check().looks).as("no result").isEqualTo(1);
  }

  @Test
  void shouldRefuseTheResultsOfAnotherGroup() {
    assertThatThrownBy(() -> group((at, look) -> GONE, Map.of("pages-1", 3L)).check())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("results of pages-1")
        .hasMessageContaining("'crawlsieve' has neither an index nor offsets")
        .hasMessageContaining("topic.prefix");
  }

  @Test
  void shouldWaitForATransactionThatHasNotEnded() {
    Map<String, Long> results = Map.of("pages-2", 3L);
    assertThat(group((at, look) -> look < 100 ? null : THERE, results).check().looks)
        .isEqualTo(100);
    assertThatThrownBy(() -> group((at, look) -> null, results).check())
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'crawlsieve' in pages-2")
        .hasMessageContaining("transaction that has been open for 120 s")
        .hasMessageContaining("With Describe on topic '__consumer_offsets'");
    Script made = (at, look) -> at.startsWith("fingerprints") ? GONE : null;
    assertThat(group(made, Map.of()).check().looks).as("no result").isEqualTo(1);
  }

  @Test
  void shouldWaitForATransactionOnWhichAStoreDepends() {
    FakeGroup group = group((at, look) -> look < 100 ? null : THERE, Map.of());
    assertThat(group.check().looks).isEqualTo(100);
    assertThat(group.read).containsKey(new TopicPartition("fingerprints", 0));
    assertThatThrownBy(() -> group((at, look) -> null, Map.of()).check())
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'crawlsieve' in fingerprints-0")
        .hasMessageContaining("transaction that has been open for 120 s")
        .hasMessageContaining("With Describe on topic '__consumer_offsets'");
  }

  @Test
  void shouldNotTakeOneLookForCertain() {
    Map<String, Long> results = Map.of("pages-2", 3L, "fingerprints-0", 3L);
    assertThat(group((at, look) -> look < 4 ? GONE : THERE, results).check(0).looks).isEqualTo(4);
    // reports from before an offset was pending do not count
    assertThatCode(
            () ->
                group((at, look) -> look > 20 ? THERE : look % 4 == 0 ? null : GONE, results)
                    .check(0))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseWhereAnOffsetIsGone() {
    Script lane = (at, look) -> at.equals("fingerprints-0") ? GONE : THERE;
    assertThatThrownBy(() -> group(lane, Map.of()).check(0))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("results of records of fingerprints-0")
        .hasMessageContaining("offsets.retention.minutes")
        .hasMessageContaining("--into PREFIX");
    Script pages = (at, look) -> at.startsWith("pages") ? GONE : THERE;
    assertThatThrownBy(() -> group(pages, Map.of("pages-2", 1L)).check(0))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("results of records of pages-2")
        .hasMessageNotContaining("pages-3");
  }

  @Test
  void shouldRefuseWhereTheTopicIsAnother() {
    FakeGroup shorter = group((at, look) -> THERE, Map.of());
    shorter.ends.put("verdicts-1", 16L);
    assertThatThrownBy(() -> shorter.check(0))
        .hasMessageContaining("verdicts-1: this group has reached offset 17")
        .hasMessageContaining("ends at 16: it was recreated or truncated");
    FakeGroup forgotten = group((at, look) -> GONE, Map.of("pages-0", 21L));
    assertThatThrownBy(() -> forgotten.check(0))
        .hasMessageContaining("pages-0: this group has reached offset 21")
        .hasMessageContaining("ends at 20: it was recreated or truncated");
    FakeGroup empty = group((at, look) -> at.startsWith("verdicts") ? GONE : THERE, Map.of());
    for (int partition = 0; partition < 4; partition++) {
      empty.ends.put("verdicts-" + partition, 0L);
    }
    assertThatThrownBy(() -> empty.check(0))
        .hasMessageContaining("topic 'verdicts' is empty")
        .hasMessageContaining("was recreated");
    assertThat(empty.looks).isEqualTo(5);
  }

  @Test
  void shouldRefuseWhereRecordsAreGoneThatWereNotRead() {
    for (Optional<Long> offset : Set.of(GONE, THERE)) {
      FakeGroup group = group((at, look) -> at.equals("verdicts-3") ? offset : THERE, Map.of());
      group.begins.put("verdicts-3", 18L);
      group.begins.put("pages-3", 18L);
      assertThatThrownBy(() -> group.check(0))
          .hasMessageContaining("verdicts-3")
          .hasMessageContaining("begins at 18: retention, or a person")
          .hasMessageContaining("--to-offset 18 --topic verdicts:3")
          .hasMessageNotContaining("pages-3");
    }
  }

  @Test
  void shouldRefuseAnOffsetBeforeAResultWhoeverHasSetIt() {
    for (boolean byHand : new boolean[] {false, true}) {
      FakeGroup group = group((at, look) -> THERE, Map.of("pages-2", 18L));
      group.byHand = byHand;
      assertThatThrownBy(() -> group.check(0))
          .hasMessageContaining("pages-2: the group 'crawlsieve' stands at offset 17")
          .hasMessageContaining("--to-offset 18 --topic pages:2");
    }
  }

  @Test
  void shouldLookForSkippedRecordsOnlyWhereAPersonHasSetTheOffset() {
    Map<String, Long> results = Map.of("pages-2", 16L);
    FakeGroup group = group((at, look) -> THERE, results);
    assertThat(group.check(0).looks).isEqualTo(1);
    FakeGroup set = group((at, look) -> THERE, results);
    set.byHand = true;
    assertThatThrownBy(() -> set.check(0))
        .hasMessageContaining("pages-2: the group 'crawlsieve' was set to offset 17")
        .hasMessageContaining("records from 16 on have no result")
        .hasMessageContaining("--to-offset 16 --topic pages:2");
  }

  @Test
  void shouldRefuseWhereAShardsOffsetIsGone() {
    assertThatThrownBy(() -> sharded((at, look) -> at.equals("lookups-5") ? GONE : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("results of records of lookups-5, but the group 'crawlsieve' has no");
    assertThatThrownBy(() -> sharded((at, look) -> at.equals("found-1") ? GONE : THERE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("results of records of found-1, but the group 'crawlsieve' has no");
  }

  @Test
  void shouldRefuseOffsetsBetweenShardsOnlyBeforeARecordWithAResult() {
    Map<String, String> settings = Map.of("index.shards", "4", "lanes", "2");
    for (String at : List.of("lookups-5", "leaders-2", "found-1")) {
      FakeGroup group = new FakeGroup(settings, (partition, look) -> THERE);
      group.byHand = true;
      group.lastWithResult.put(at, 16L);
      assertThat(group.check().looks).as("written since").isEqualTo(1);
      group.lastWithResult.put(at, 18L);
      assertThatThrownBy(group::check)
          .hasMessageContaining(at + ": the group 'crawlsieve' stands at offset 17")
          .hasMessageContaining("results of records up to 18, so pages would be decided twice")
          .hasMessageContaining("--to-offset 19 --topic " + at.replaceFirst("-", ":"))
          .hasMessageNotContaining("--to-latest");
    }
  }

  @Test
  void shouldAskOnceOfEachLaneWhetherItHasDecided() {
    assertThat(sharded((at, look) -> THERE).asked).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void shouldPassShardsThatNoPageHasReached() {
    Script script =
        (at, look) -> Set.of("lookups-6", "lookups-2", "found-0").contains(at) ? GONE : THERE;
    assertThat(sharded(script).looks).isEqualTo(1);
  }

  /** Two lanes of four shards: lane 0 has come to its second shard, lane 1 has decided. */
  private static FakeGroup sharded(Script script) {
    FakeGroup group = new FakeGroup(Map.of("index.shards", "4", "lanes", "2"), script);
    group.results.put("found-1", 1L);
    return group.check(0, 1, 4, 5, 7);
  }

  @Test
  void shouldNotLookAtPagesOfAnotherGeneration() {
    Map<String, String> beside =
        Map.of(
            "topic.prefix", "strict",
            "pages.topic", "pages",
            "fingerprints.topic", "fingerprints");
    FakeGroup group = new FakeGroup(beside, (at, look) -> at.startsWith("pages") ? GONE : THERE);
    group.begins.put("fingerprints-0", 3L);
    assertThat(group.check(0).looks).isEqualTo(1);
    FakeGroup fresh = new FakeGroup(beside, (at, look) -> GONE);
    fresh.begins.put("fingerprints-0", 3L);
    assertThat(fresh.check().looks).as("a log that has lost its beginning").isEqualTo(1);
  }
}

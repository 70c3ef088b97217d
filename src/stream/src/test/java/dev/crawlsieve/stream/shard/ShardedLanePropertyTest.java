package dev.crawlsieve.stream.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.override.NumberedOverrides;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.LeaderPart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** A lane of several shards decides as one index does, however fast each of them works. */
class ShardedLanePropertyTest {

  private static final Verdict.Basis BASIS = new Verdict.Basis("detector", 0x5e771465);

  /** Pages are about a fifth of a second apart. */
  private static final List<RuleSettings> RULES =
      List.of(
          RuleSettings.DEFAULT,
          new RuleSettings(Duration.ZERO, true),
          new RuleSettings(Duration.ofSeconds(2), false),
          new RuleSettings(Duration.ofMillis(7_345), true),
          new RuleSettings(Duration.ofSeconds(30), false),
          RuleSettings.DEFAULT.with(NumberedOverrides.deciding(0)),
          new RuleSettings(Duration.ofSeconds(9), true, NumberedOverrides.deciding(1)));

  private Path folder;

  record Setting(DetectorSettings detector, RuleSettings rule, int shards, int size, long seed) {

    IndexSettings index() {
      return new IndexSettings(detector, rule, 1_000_000, 1 << 18);
    }

    List<ComparedPage> lane() {
      return NumberedOverrides.logged(new Crowd(seed, !rule.readmit()).lane(size), rule);
    }

    /** In place of some pages, requests to forget those of some URLs, or of all. */
    List<ComparedPage> laneWithRequests() {
      List<ComparedPage> lane = new ArrayList<>(lane());
      for (int at = 30; at + 2 < size; at += 61) {
        int offset = at;
        int url = at % 10;
        try {
          List<Forgetting> steps =
              url == 9
                  ? Forgetting.host("example.com", 0)
                  : Forgetting.prefix("https://example.com/page/" + url, 0);
          for (Forgetting step : steps) {
            lane.set(offset, ComparedPage.of(ScopeKey.NONE, offset, step.stored()));
            offset++;
          }
        } catch (BadPageException e) {
          throw new AssertionError(e);
        }
      }
      return lane;
    }
  }

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("shards");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    FastFolder.remove(folder);
  }

  @Provide
  Arbitrary<Setting> settings() {
    return Combinators.combine(
            Arbitraries.of(TestDetectors.SOME),
            Arbitraries.of(RULES),
            Arbitraries.of(1, 2, 4, 7),
            Arbitraries.integers().between(50, 1_500),
            Arbitraries.longs())
        .as(Setting::new);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void sameVerdictsAsOneIndex(@ForAll("settings") Setting setting) {
    List<ComparedPage> lane = setting.laneWithRequests();
    List<Verdict> sharded = sharded(setting, lane, TablePart::new);
    try (TableIndex index = TableIndex.open(folder.resolve("one"), setting.index())) {
      assertThat(decisions(sharded)).isEqualTo(decisions(decided(index, lane)));
    }
    assertThat(sharded.stream().map(Verdict::withoutSearch))
        .isEqualTo(
            decided(new LinearScanIndex(Detector.of(setting.detector()), setting.rule()), lane)
                .stream()
                .map(Verdict::withoutSearch)
                .toList());
  }

  /** All but how much work they were. */
  private static List<Verdict> decisions(List<Verdict> verdicts) {
    return verdicts.stream().map(Verdict::withoutWork).toList();
  }

  private List<Verdict> sharded(
      Setting setting, List<ComparedPage> lane, Function<TableIndex, LeaderPart> fault) {
    try (SimulatedLane shards =
        new SimulatedLane(
            folder, setting.index(), setting.shards(), setting.seed(), BASIS, fault)) {
      return shards.decide(lane);
    }
  }

  private static List<Verdict> decided(LeaderIndex index, List<ComparedPage> lane) {
    Decider decider = new Decider(index, BASIS.detector(), BASIS.settings());
    List<Verdict> verdicts = new ArrayList<>();
    for (ComparedPage page : lane) {
      Optional<Forgetting> asked = Forgetting.of(page);
      asked.ifPresent(decider::forget);
      if (asked.isEmpty()) {
        verdicts.add(decider.decide(0, page));
      }
    }
    return verdicts;
  }

  @Example
  void shouldSeeEveryKindOfDecisionAndManyPagesOnTheirWay() {
    Setting setting =
        new Setting(
            DetectorSettings.combined(3, 0.8, 0.5),
            new RuleSettings(Duration.ofSeconds(30), false, NumberedOverrides.deciding(0)),
            4,
            2_000,
            1);
    try (SimulatedLane shards =
        new SimulatedLane(folder, setting.index(), setting.shards(), setting.seed(), BASIS)) {
      List<Verdict> verdicts = shards.decide(setting.lane());
      assertThat(shards.mostInFlight()).isGreaterThan(100);
      assertThat(verdicts).anyMatch(verdict -> verdict.kind() == null);
      assertThat(verdicts)
          .anyMatch(verdict -> verdict.overridden() != null && verdict.kind() == null);
      for (Verdict.Kind kind : Verdict.Kind.values()) {
        assertThat(verdicts).anyMatch(verdict -> verdict.kind() == kind);
      }
    }
  }

  /** A lane in which most of what a page matches is recent, and the verdicts of one index on it. */
  private record Planted(Setting setting, List<ComparedPage> lane, List<Verdict> right) {}

  private Planted planted() {
    Setting setting =
        new Setting(
            DetectorSettings.combined(3, 0.8, 0.5).with(NameThresholds.DEFAULT),
            RuleSettings.DEFAULT,
            4,
            600,
            7);
    List<ComparedPage> lane = setting.lane();
    try (TableIndex index = TableIndex.open(folder.resolve("one"), setting.index())) {
      return new Planted(setting, lane, decisions(decided(index, lane)));
    }
  }

  @Example
  void shouldNoticeAShardThatDoesNotHoldSomeLeaders() {
    Planted planted = planted();
    ComparedPage another = new Crowd(-1, false).lane(1).get(0);
    List<Verdict> verdicts =
        sharded(
            planted.setting(),
            planted.lane(),
            index ->
                new TablePart(index) {
                  @Override
                  public void put(long ordinal, ComparedPage leader) {
                    super.put(ordinal, ordinal % 3 == 0 ? another : leader);
                  }
                });
    assertThat(decisions(verdicts).equals(planted.right())).isFalse();
  }

  @Example
  void shouldNoticeAShardThatSkipsALeader() {
    Planted planted = planted();
    Function<TableIndex, LeaderPart> skipping =
        index ->
            new TablePart(index) {
              @Override
              public void put(long ordinal, ComparedPage leader) {
                if (ordinal != 2) {
                  super.put(ordinal, leader);
                }
              }
            };
    assertThatThrownBy(() -> sharded(planted.setting(), planted.lane(), skipping))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("leader 3 would leave a gap");
  }

  @Example
  void shouldNoticeAShardThatClaimsALeaderTooMany() {
    Planted planted = planted();
    Function<TableIndex, LeaderPart> claiming =
        index ->
            new TablePart(index) {
              @Override
              public long nextOrdinal() {
                return super.nextOrdinal() + 1;
              }
            };
    assertThatThrownBy(() -> sharded(planted.setting(), planted.lane(), claiming))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("shard 2 knew 1 leaders, but only 0 have been kept");
  }

  /** A mark that is too high for leaders that exist, so that nothing but the verdicts can tell. */
  @Example
  void shouldNoticeAShardThatClaimsALeaderBeforeItHasIt() {
    Planted planted = planted();
    long[] known = {0};
    Function<TableIndex, LeaderPart> early =
        index ->
            new TablePart(index) {
              @Override
              public long nextOrdinal() {
                long next = super.nextOrdinal();
                known[0] = Math.max(known[0], next);
                return next >= 5 ? next + 1 : next;
              }
            };
    List<Verdict> verdicts = new ArrayList<>();
    try {
      verdicts.addAll(sharded(planted.setting(), planted.lane(), early));
    } catch (IndexException e) {
      assertThat(e).hasMessageContaining("have been kept");
    }
    assertThat(known[0]).isGreaterThan(5);
    assertThat(decisions(verdicts).equals(planted.right())).isFalse();
  }

  @Example
  void shouldNoticeALeaderDealtToTheWrongShard() {
    Planted planted = planted();
    try (SimulatedLane lane =
        new SimulatedLane(folder, planted.setting().index(), 4, planted.setting().seed(), BASIS) {
          @Override
          int shardOf(DealtLeader leader) {
            return leader.ordinal() == 9 ? 2 : super.shardOf(leader);
          }
        }) {
      assertThatThrownBy(() -> lane.decide(planted.lane()))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("leader 9 belongs to another shard than 2");
    }
  }
}

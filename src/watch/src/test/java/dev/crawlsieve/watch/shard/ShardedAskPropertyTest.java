package dev.crawlsieve.watch.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PagesAgain;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.override.NumberedOverrides;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.DroppedPages;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.shard.Crowd;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.stream.shard.SimulatedLane;
import dev.crawlsieve.watch.ask.AskedVerdict;
import dev.crawlsieve.watch.http.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** A lane in shards answers as one index does, however far each of them has come. */
class ShardedAskPropertyTest {

  private static final Verdict.Basis BASIS = new Verdict.Basis("detector", 0x5e771465);
  private static final int ASKED = 40;

  private static final List<RuleSettings> RULES =
      List.of(
          RuleSettings.DEFAULT,
          new RuleSettings(Duration.ZERO, true),
          RuleSettings.DEFAULT.with(NumberedOverrides.deciding(0)));

  private static final List<RuleSettings> EXPIRING =
      List.of(
          new RuleSettings(Duration.ofSeconds(20), false),
          new RuleSettings(Duration.ofMillis(7_345), true),
          new RuleSettings(Duration.ofSeconds(9), true, NumberedOverrides.deciding(1)));

  private Path folder;

  record Setting(DetectorSettings detector, RuleSettings rule, int shards, int size, long seed) {

    IndexSettings index() {
      return new IndexSettings(detector, rule, 1_000_000, 1 << 18);
    }

    List<ComparedPage> lane() {
      return NumberedOverrides.logged(new Crowd(seed, !rule.readmit()).lane(size + ASKED), rule);
    }

    AskedVerdict ask(SimulatedLane lane, ComparedPage page, ShardedAsk.Parts parts)
        throws RefusedException {
      try { // as another instance may answer
        LaneQuery entering = ShardRecordCodec.query(ShardRecordCodec.encode(lane.entering(page)));
        return new ShardedAsk(ShardRule.of(shards, index()), BASIS)
            .of(0, entering, page.override(), parts);
      } catch (UnreadableRecordException e) {
        throw new AssertionError(e);
      }
    }
  }

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("asked");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    FastFolder.remove(folder);
  }

  @Provide
  Arbitrary<Setting> settings() {
    return settings(RULES);
  }

  @Provide
  Arbitrary<Setting> expiring() {
    return settings(EXPIRING);
  }

  private static Arbitrary<Setting> settings(List<RuleSettings> rules) {
    return Combinators.combine(
            Arbitraries.of(TestDetectors.SOME),
            Arbitraries.of(rules),
            Arbitraries.of(1, 3, 5),
            Arbitraries.integers().between(20, 800),
            Arbitraries.longs())
        .as(Setting::new);
  }

  /** With pages between shards, and leaders that only the decider knows. */
  @Property(tries = 12, shrinking = ShrinkingMode.OFF)
  void answersAsOneIndexWhilePagesAreOnTheirWay(@ForAll("settings") Setting setting)
      throws RefusedException {
    List<ComparedPage> lane = setting.lane();
    int decided = setting.size() / 2;
    try (SimulatedLane shards = shards(setting);
        TableIndex one = TableIndex.open(folder.resolve("one"), setting.index())) {
      assertThat(shards.decide(lane.subList(0, setting.size()), decided)).hasSize(decided);
      decide(one, lane.subList(0, decided));
      assertSame(setting, shards, one, asked(lane), page -> lookup(one, shards, page));
    }
  }

  /** Time has come as far in all shards as in the lane. */
  @Property(tries = 12, shrinking = ShrinkingMode.OFF)
  void answersAsOneIndexWherePagesExpire(@ForAll("expiring") Setting setting)
      throws RefusedException {
    List<ComparedPage> lane = setting.lane();
    try (SimulatedLane shards = shards(setting);
        TableIndex one = TableIndex.open(folder.resolve("one"), setting.index())) {
      assertThat(shards.decide(lane.subList(0, setting.size()), setting.size())).isNotEmpty();
      decide(one, lane.subList(0, setting.size()));
      assertSame(setting, shards, one, asked(lane), page -> one.ask(one.informed(page)));
    }
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void missesNothingWhileTheLaneWorksOn(@ForAll("settings") Setting setting)
      throws RefusedException {
    int rounds = 20;
    List<ComparedPage> lane = setting.lane();
    int step = Math.max(1, setting.size() / (rounds + 1));
    try (SimulatedLane shards = shards(setting);
        TableIndex one = TableIndex.open(folder.resolve("one"), setting.index())) {
      Decider decider = new Decider(one, BASIS.detector(), BASIS.settings());
      assertThat(shards.decide(lane, step)).hasSize(step);
      lane.subList(0, step).forEach(page -> decider.decide(0, page));
      for (int round = 1; round < rounds && (round + 1) * step < setting.size(); round++) {
        ComparedPage page = lane.get(setting.size() + round);
        ComparedPage informed = shards.entering(page).page();
        AskedVerdict found = setting.ask(shards, page, workingOn(shards, step));
        lane.subList(round * step, (round + 1) * step).forEach(next -> decider.decide(0, next));
        Verdict expected = expected(one, informed, one.lookup(informed, false, 0));
        assertThat(found.verdict().withoutSearch()).isEqualTo(expected.withoutSearch());
      }
    }
  }

  /** The lane goes on after the shards were asked and before the decider is. */
  private static ShardedAsk.Parts workingOn(SimulatedLane lane, int verdicts) {
    return new TableParts(lane) {
      @Override
      public List<PartFound> search(LaneQuery page, List<Integer> shards) throws RefusedException {
        if (shards.isEmpty()) {
          assertThat(lane.decide(List.of(), verdicts)).hasSize(verdicts);
        }
        return super.search(page, shards);
      }
    };
  }

  /** What the tests above compare: every kind of answer. */
  @Example
  void shouldSeeEveryKindOfDecision() throws RefusedException {
    Setting setting =
        new Setting(
            DetectorSettings.combined(3, 0.8, 0.5),
            RuleSettings.DEFAULT.with(NumberedOverrides.deciding(0)),
            3,
            700,
            1);
    List<ComparedPage> lane = setting.lane();
    try (SimulatedLane shards = shards(setting);
        TableIndex one = TableIndex.open(folder.resolve("one"), setting.index())) {
      assertThat(shards.decide(lane.subList(0, setting.size()), setting.size())).isNotEmpty();
      decide(one, lane.subList(0, setting.size()));
      List<ComparedPage> asked =
          NumberedOverrides.logged(new Crowd(2, false).lane(300), setting.rule());
      List<Verdict> verdicts =
          assertSame(setting, shards, one, asked, page -> one.ask(one.informed(page)));
      assertThat(verdicts).anyMatch(verdict -> verdict.kind() == null);
      assertThat(verdicts).anyMatch(verdict -> verdict.overridden() != null);
      for (Verdict.Kind kind : Verdict.Kind.values()) {
        assertThat(verdicts).anyMatch(verdict -> verdict.kind() == kind);
      }
    }
  }

  /** Pages that were dropped, and come again when their site has shown more. */
  @Example
  void shouldAnswerTheSameAgain() throws Exception {
    Setting setting = new Setting(DetectorSettings.DEFAULT, RuleSettings.DEFAULT, 3, 0, 4);
    PagesAgain site = new PagesAgain(setting.seed(), 250);
    List<ComparedPage> pages = site.pass(0, 1);
    try (SimulatedLane shards = shards(setting);
        TableIndex one = TableIndex.open(folder.resolve("one"), setting.index())) {
      assertThat(shards.decide(pages, pages.size())).isNotEmpty();
      decide(one, pages);
      List<Verdict> again =
          assertSame(
              setting, shards, one, site.pass(1_000, 1), page -> one.ask(one.informed(page)));
      assertThat(again).allMatch(verdict -> verdict.kind() != null);
      assertThat(again).anyMatch(verdict -> verdict.kind() == Verdict.Kind.NEAR);
    }
  }

  private SimulatedLane shards(Setting setting) {
    return new SimulatedLane(folder, setting.index(), setting.shards(), setting.seed(), BASIS);
  }

  private static List<ComparedPage> asked(List<ComparedPage> lane) {
    return lane.subList(lane.size() - ASKED, lane.size());
  }

  private static void decide(TableIndex one, List<ComparedPage> pages) {
    Decider decider = new Decider(one, BASIS.detector(), BASIS.settings());
    pages.forEach(page -> decider.decide(0, page));
  }

  private static List<Verdict> assertSame(
      Setting setting,
      SimulatedLane shards,
      TableIndex one,
      List<ComparedPage> asked,
      Function<ComparedPage, Lookup> lookup)
      throws RefusedException {
    List<Verdict> verdicts = new ArrayList<>();
    for (ComparedPage page : asked) {
      AskedVerdict found = setting.ask(shards, page, new TableParts(shards));
      Verdict expected = expected(one, shards.entering(page).page(), lookup.apply(page));
      assertThat(found.verdict().withoutWork()).isEqualTo(expected.withoutWork());
      verdicts.add(found.verdict());
    }
    return verdicts;
  }

  /** Pages that are on their way are no leaders yet, but their site shows them. */
  private static Lookup lookup(TableIndex one, SimulatedLane shards, ComparedPage page) {
    return one.lookup(shards.entering(page).page(), false, 0);
  }

  private static Verdict expected(TableIndex one, ComparedPage page, Lookup found) {
    return new DroppedPages(one, BASIS).ask(0, page, found, one.then(page).expired());
  }
}

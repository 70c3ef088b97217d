package dev.crawlsieve.stream.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.bytemap.MemoryByteMap;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.LaneClusters;
import dev.crawlsieve.sites.cluster.LeaderPlaces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * The clusters of a lane of several shards are those of one index, record by record, however fast
 * each shard works and however often the decider is restored.
 */
class ShardedClustersPropertyTest {

  private static final Verdict.Basis BASIS = new Verdict.Basis("detector", 0x5e771465);
  private static final int TELL_EVERY = 17;
  private static final List<Features.Canonical> CANONICAL = List.of(Features.Canonical.values());
  private static final int FORGOTTEN_WITH_A_PAGE = 5;

  private static final ClusterSettings CLUSTERS =
      new ClusterSettings(true, List.of(Criterion.values()), 4, true);

  private static final List<RuleSettings> RULES =
      List.of(
          RuleSettings.DEFAULT,
          new RuleSettings(Duration.ofSeconds(2), false),
          new RuleSettings(Duration.ofMillis(7_345), true),
          new RuleSettings(Duration.ofSeconds(30), false));

  private Path folder;

  record Setting(RuleSettings rule, int shards, int size, long seed) {

    IndexSettings index() {
      DetectorSettings detector = DetectorSettings.combined(3, 0.8, 0.5);
      return new IndexSettings(detector, rule, 1_000_000, 1 << 18);
    }
  }

  /** The record of a cluster; without a value, a tombstone. */
  record Told(String key, String value, long timestamp) {}

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("clusters");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    FastFolder.remove(folder);
  }

  @Provide
  Arbitrary<Setting> settings() {
    return Combinators.combine(
            Arbitraries.of(RULES),
            Arbitraries.of(1, 2, 4, 7),
            Arbitraries.integers().between(50, 1_500),
            Arbitraries.longs())
        .as(Setting::new);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void sameClustersAsOfOneIndex(@ForAll("settings") Setting setting) {
    List<ComparedPage> lane = new Crowd(setting.seed(), false).lane(setting.size());
    Published one = new Published(setting);
    try (FollowedIndex index = new FollowedIndex(setting, one)) {
      Decider decider = new Decider(index, BASIS.detector(), BASIS.settings());
      lane.forEach(page -> one.take(page, decider.decide(0, page)));
    }
    ShardedClusters sharded = new ShardedClusters(setting);
    try (SimulatedLane shards =
        new SimulatedLane(
            folder.resolve("shards"), setting.index(), setting.shards(), setting.seed(), BASIS) {
          @Override
          void decided(ComparedPage page, ShardedDecider.Decision decision, long expired) {
            sharded.decided(page, decision, expired);
          }
        }) {
      shards.decide(lane);
    }
    // In which order clusters that have grown are told of depends on restores.
    assertThat(sharded.published.toldOfEach()).isEqualTo(one.toldOfEach());
    assertThat(sharded.published.verdicts.stream().map(Verdict::withoutWork))
        .isEqualTo(one.verdicts.stream().map(Verdict::withoutWork).toList());
    if (setting.size() > 1_000) {
      assertThat(one.told).anyMatch(told -> told.value() != null);
      assertThat(one.told.stream().anyMatch(told -> told.value() == null))
          .isEqualTo(setting.rule().expires());
      assertThat(one.verdicts).anyMatch(verdict -> verdict.replaces() != null);
    }
  }

  /** Clusters with all that they publish. */
  private static final class Published {

    final MemoryByteMap store = new MemoryByteMap();
    final List<Told> told = new ArrayList<>();
    final List<Verdict> verdicts = new ArrayList<>();
    private final long seed;
    private LaneClusters clusters;

    Published(Setting setting) {
      seed = setting.seed();
      restore();
    }

    void restore() {
      clusters =
          new LaneClusters(
              CLUSTERS,
              store,
              0,
              (key, value, timestamp) ->
                  told.add(
                      new Told(
                          new String(key, UTF_8),
                          value == null ? null : new String(value, UTF_8),
                          timestamp)));
    }

    void forget(Coordinates leader, long timestamp) {
      clusters.forget(leader, timestamp);
    }

    void take(ComparedPage page, Verdict verdict) {
      verdicts.add(clusters.take(verdict, features(page)));
      if (page.laneOffset() % TELL_EVERY == 0) {
        clusters.tell();
      }
    }

    Map<String, List<Told>> toldOfEach() {
      return told.stream().collect(Collectors.groupingBy(Told::key, TreeMap::new, toList()));
    }

    private Features features(ComparedPage page) {
      SplittableRandom random = new SplittableRandom(seed + page.laneOffset());
      Features.Canonical canonical = CANONICAL.get(random.nextInt(3));
      double score = random.nextBoolean() ? Double.NaN : random.nextInt(4);
      return new Features(canonical, score, random.nextInt(100)).measured(CLUSTERS, page.tokens());
    }
  }

  /** The clusters of a decider with shards, restored now and then. */
  private static final class ShardedClusters {

    private final Published published;
    private final boolean expires;
    private final SplittableRandom random;
    private LeaderPlaces places;

    ShardedClusters(Setting setting) {
      published = new Published(setting);
      expires = setting.rule().expires();
      random = new SplittableRandom(setting.seed());
      places = new LeaderPlaces(published.store);
    }

    void decided(ComparedPage page, ShardedDecider.Decision decision, long expired) {
      if (random.nextInt(50) == 0) {
        published.restore();
        places = new LeaderPlaces(published.store);
      }
      if (expires) {
        places.removeBelow(
            expired, FORGOTTEN_WITH_A_PAGE, leader -> published.forget(leader, page.timestamp()));
        decision.kept().ifPresent(leader -> places.add(leader.ordinal(), page.source()));
      }
      published.take(page, decision.verdict());
    }
  }

  /** One index, whose expired leaders are forgotten a few with each page. */
  private final class FollowedIndex extends WrappedIndex {

    private final Published clusters;
    private final List<Coordinates> leaders = new ArrayList<>();
    private LaneTime time;
    private int first;

    FollowedIndex(Setting setting, Published clusters) {
      super(TableIndex.open(folder.resolve("one"), setting.index()));
      this.clusters = clusters;
      this.time = LaneTime.start(setting.rule());
    }

    @Override
    public void advance(long timestamp) {
      index.advance(timestamp);
      time = time.advance(timestamp, leaders.size());
      long end = Math.min(time.expired(), first + FORGOTTEN_WITH_A_PAGE);
      for (; first < end; first++) {
        clusters.forget(leaders.get(first), timestamp);
      }
    }

    @Override
    public void put(long ordinal, ComparedPage leader) {
      super.put(ordinal, leader);
      leaders.add(leader.source());
    }
  }
}

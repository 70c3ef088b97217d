package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.Bands;
import dev.crawlsieve.core.index.CombinedDetector;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ExactDetector;
import dev.crawlsieve.core.index.ItemLayouts;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.SimHashTable;
import dev.crawlsieve.core.index.SketchDetector;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.name.TestNames;
import dev.crawlsieve.core.override.NumberedOverrides;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * The index gives the same answers as a linear scan, wherever its data is and whatever happened to
 * it.
 */
class TableIndexPropertyTest {

  private static final long AMPLE = 1L << 30;

  private Path folder;

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("index");
  }

  @AfterTry
  void deleteFolder() throws IOException {
    FastFolder.remove(folder);
  }

  /** The layout, the distribution of pages, and how often the tables go to disk. */
  record Setting(
      TableLayout layout,
      int spread,
      int scopes,
      int leadersPerMerge,
      RuleSettings rule,
      long seed) {

    Setting with(TableLayout other) {
      return new Setting(other, spread, scopes, leadersPerMerge, rule, seed);
    }

    LinearScanIndex oracle() {
      return new LinearScanIndex(layout.detector(), rule);
    }

    /** A limit into which this many leaders or a few more fit. */
    long memoryBytes() {
      DeltaTables delta = new DeltaTables(layout, 0, AMPLE_FOR_ONE_SEGMENT);
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < leadersPerMerge; i++) {
        delta.add(Pages.page(i, random.nextLong(), Pages.sketch(i)), 0);
      }
      return (delta.bytes() + delta.spikeBytes()) / 5 * 8; // the delta's share is five eighths
    }
  }

  // small enough for one segment per table and short pages, as in the small memories below
  private static final long AMPLE_FOR_ONE_SEGMENT = 1 << 16;

  /** Pages are about a tenth of a second apart: between ten and all of them are live. */
  private static final List<RuleSettings> RULES =
      List.of(
          RuleSettings.DEFAULT,
          new RuleSettings(Duration.ZERO, true),
          new RuleSettings(Duration.ofSeconds(1), false),
          new RuleSettings(Duration.ofMillis(2_345), true),
          new RuleSettings(Duration.ofSeconds(6), false),
          RuleSettings.DEFAULT.with(NumberedOverrides.comparing(0)),
          new RuleSettings(Duration.ofMillis(4_321), true, NumberedOverrides.comparing(2)));

  private static final List<TableLayout> SIMHASH = new ArrayList<>();
  private static final List<TableLayout> OTHERS = new ArrayList<>();

  static {
    for (int k : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 16}) {
      SIMHASH.addAll(TableLayout.all(k));
    }
    for (double similarity : new double[] {0.02, 0.2, 0.5, 0.7, 0.8, 0.9, 1}) {
      Bands bands = BandPlanner.plan(similarity);
      OTHERS.add(new SketchDetector(bands).layout(1));
      for (int k : new int[] {0, 3, 7}) {
        CombinedDetector combined = new CombinedDetector(k, bands, similarity * 0.75);
        OTHERS.add(combined.layout(1));
        OTHERS.add(combined.layout(1L << 31));
      }
    }
    OTHERS.add(new ExactDetector().layout(1));
    addItemLayouts(SIMHASH);
    addItemLayouts(OTHERS);
  }

  private static void addItemLayouts(List<TableLayout> layouts) {
    int similar = layouts.size();
    for (int i = 0; i < similar; i++) {
      NameThresholds names = TestNames.THRESHOLDS.get(i % TestNames.THRESHOLDS.size());
      layouts.add(ItemLayouts.of(layouts.get(i), names));
    }
  }

  @Provide
  Arbitrary<Setting> settings() {
    return settings(SIMHASH);
  }

  @Provide
  Arbitrary<Setting> otherDetectors() {
    return settings(OTHERS);
  }

  private static Arbitrary<Setting> settings(List<TableLayout> layouts) {
    return Combinators.combine(
            Arbitraries.of(layouts),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(1, 1, 3),
            Arbitraries.integers().between(8, 40),
            Arbitraries.of(RULES),
            Arbitraries.longs())
        .as(Setting::new);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void sameAnswersAsTheLinearScan(@ForAll("settings") Setting setting) {
    compare(setting);
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void sameAnswersAsTheLinearScanForOtherDetectors(@ForAll("otherDetectors") Setting setting) {
    compare(setting);
  }

  private void compare(Setting setting) {
    Source source = new Source(setting);
    LinearScanIndex oracle = setting.oracle();
    try (TableIndex index = open("a", setting, setting.memoryBytes());
        TableIndex inMemory = open("b", setting, AMPLE)) {
      for (int i = 0; i < 120; i++) {
        ComparedPage page = source.next(index);
        long now = source.time();
        List.of(index, inMemory, oracle).forEach(one -> one.advance(now));
        Lookup found = index.lookup(page);
        assertSame(found, oracle.lookup(page));
        assertSameEvidence(found, inMemory.lookup(page));
        if (source.keep(found)) {
          index.put(index.nextOrdinal(), page);
          inMemory.put(inMemory.nextOrdinal(), page);
          oracle.put(oracle.nextOrdinal(), page);
        }
      }
      assertThat(inMemory.stats().merges()).isZero();
      // columns grow by pages of 128 leaders, so that a budget may hold as many more
      if (!setting.rule().expires() && index.nextOrdinal() > 3L * setting.leadersPerMerge() + 128) {
        assertThat(index.stats().merges()).isPositive();
      }
    }
  }

  /** The pages above are such that names matter: indexes with other thresholds are noticed. */
  @Example
  void shouldNoticeAnIndexThatTreatsNamesOtherwise() {
    TableLayout similar = new CombinedDetector(3, BandPlanner.plan(0.5), 0.3).layout(1);
    Setting right =
        new Setting(
            ItemLayouts.of(similar, new NameThresholds(true, 0.8)),
            1,
            1,
            40,
            RuleSettings.DEFAULT,
            3);
    assertThat(differences(right, right.layout())).isZero();
    assertThat(differences(right, similar)).isPositive();
    for (NameThresholds other :
        List.of(new NameThresholds(true, 0.9), new NameThresholds(true, 0))) {
      assertThat(differences(right, ItemLayouts.of(similar, other))).as("%s", other).isPositive();
    }
  }

  /** How many of some pages an index with another layout answers otherwise than the scan. */
  private int differences(Setting right, TableLayout faulty) {
    String name = "faulty" + faulty.detector().hashCode();
    Source source = new Source(right);
    LinearScanIndex oracle = right.oracle();
    int differences = 0;
    try (TableIndex index = TableIndex.open(folder.resolve(name), faulty, right.rule(), AMPLE)) {
      for (int i = 0; i < 600; i++) {
        ComparedPage page = source.next(index);
        Lookup expected = oracle.lookup(page);
        Lookup found = index.lookup(page);
        boolean same = found.match() == expected.match() && found.ordinal() == expected.ordinal();
        differences += same ? 0 : 1;
        if (source.keep(expected)) {
          index.put(index.nextOrdinal(), page);
          oracle.put(oracle.nextOrdinal(), page);
        }
      }
    }
    return differences;
  }

  @Tag("slow")
  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void sameAnswersAfterReopenCrashRestoreAndOtherLayouts(@ForAll("settings") Setting setting) {
    live(setting, SIMHASH);
  }

  @Tag("slow")
  @Property(tries = 12, shrinking = ShrinkingMode.OFF)
  void sameAnswersAfterReopenCrashRestoreAndOtherDetectors(
      @ForAll("otherDetectors") Setting setting) {
    live(setting, OTHERS);
  }

  private void live(Setting setting, List<TableLayout> layouts) {
    Source source = new Source(setting);
    SplittableRandom random = new SplittableRandom(setting.seed() + 1);
    Setting now = setting;
    LinearScanIndex oracle = setting.oracle();
    List<ComparedPage> leaders = new ArrayList<>();
    List<Object> lane = new ArrayList<>(); // times and leaders, in order of arrival
    String name = "a";
    TableIndex index = open(name, setting, setting.memoryBytes());
    // the same leaders in memory only: the evidence must be the same, too
    TableIndex inMemory = open("m", setting, AMPLE);
    try {
      for (int i = 0; i < 120; i++) {
        ComparedPage page = source.next(index);
        if (!inMemory.layout().id().equals(index.layout().id())
            || !inMemory.layout().detector().equals(index.layout().detector())) {
          inMemory.close();
          inMemory = TableIndex.open(folder.resolve("m"), index.layout(), setting.rule(), AMPLE);
        }
        inMemory.putAll(
            inMemory.nextOrdinal(), leaders.subList((int) inMemory.nextOrdinal(), leaders.size()));
        long time = source.time();
        lane.add(time);
        List.of(index, inMemory, oracle).forEach(one -> one.advance(time));
        Lookup found = index.lookup(page);
        assertSame(found, oracle.lookup(page));
        assertSameEvidence(found, inMemory.lookup(page));
        if (source.keep(found)) {
          index.put(index.nextOrdinal(), page);
          oracle.put(oracle.nextOrdinal(), page);
          leaders.add(page);
          lane.add(page);
        }
        byte[] laneTime = index.laneTime().encode();
        long expired = index.expired();
        int fate = random.nextInt(25);
        if (fate == 0) { // stop and start
          index.close();
          index = open(name, now, now.memoryBytes());
        } else if (fate == 1) { // start with another layout, so maybe another detector, and memory
          index.close();
          now = now.with(layouts.get(random.nextInt(layouts.size())));
          index = open(name, now, now.memoryBytes() * 2);
          oracle = now.oracle();
          for (Object came : lane) {
            if (came instanceof ComparedPage leader) {
              oracle.put(oracle.nextOrdinal(), leader);
            } else if (came instanceof Leader forgotten) {
              oracle.put(forgotten.ordinal(), forgotten.record());
            } else {
              oracle.advance((long) came);
            }
          }
        } else if (fate == 2) { // wiped, and restored with repeats
          index.close();
          name = "wiped" + i;
          index = open(name, now, now.memoryBytes());
          restore(index, leaders, random.nextLong(expired + 1), random);
          restoreTime(index, laneTime);
        } else if (fate == 3) { // crashed, maybe in a merge; what was lost is replayed
          crash(index, random, source);
          // with more memory the interrupted merge is not repeated at once
          index = open(name, now, now.memoryBytes() * (1 + random.nextInt(3)));
          assertThat(index.nextOrdinal()).isLessThanOrEqualTo(leaders.size() + 500L);
          for (long o = index.firstOrdinal();
              o < Math.min(leaders.size(), index.nextOrdinal());
              o++) {
            ComparedPage leader = leaders.get((int) o);
            ComparedPage there = index.get(o);
            if (there == null) { // a gap of an earlier restore, which the next one closes
              assertThat(o).isLessThan(expired);
            } else {
              assertThat((leader.isForgotten() ? there.forgotten() : there).stored())
                  .isEqualTo(leader.stored());
            }
          }
          // the pages added before the crash remain leaders
          for (long o = leaders.size(); o < index.nextOrdinal(); o++) {
            leaders.add(index.get(o));
            lane.add(index.get(o));
            oracle.put(o, index.get(o));
          }
          // some of those that have expired may be gone
          restore(
              index, leaders, Math.max(index.nextOrdinal(), random.nextLong(expired + 1)), random);
          restoreTime(index, laneTime);
        } else if (fate < 6 && expired < leaders.size()) {
          for (int o = (int) expired; o < leaders.size(); o++) {
            if (random.nextInt(4) == 0) {
              ComparedPage gone = leaders.get(o).forgotten();
              leaders.set(o, gone);
              lane.add(new Leader(o, gone));
              oracle.put(o, gone);
              index.put(o, gone);
              if (o < inMemory.nextOrdinal()) {
                inMemory.put(o, gone);
              }
            }
          }
        }
        assertThat(index.nextOrdinal()).isEqualTo(leaders.size());
        assertThat(index.expired()).isEqualTo(expired);
        assertThat(index.stats().leaders()).isEqualTo(leaders.size() - expired);
      }
    } finally {
      index.close();
      inMemory.close();
    }
  }

  /**
   * Crashes at once, or in the next merge: between two tables, or before the watermark advances.
   */
  private static void crash(TableIndex index, SplittableRandom random, Source source) {
    int where = random.nextInt(3);
    if (where > 0) {
      int[] tables = {random.nextInt(3)};
      Runnable die =
          () -> {
            if (tables[0]-- <= 0) {
              throw new Died();
            }
          };
      index.onMerge(where == 1 ? die : () -> {}, where == 2 ? die : () -> {});
      try {
        for (int i = 0; i < 200; i++) {
          index.put(index.nextOrdinal(), source.next());
        }
      } catch (Died e) {
        assertThat(where).isPositive();
      }
    }
    index.abandon();
  }

  private static void restoreTime(TableIndex index, byte[] laneTime) {
    if (index.expires()) {
      index.putLaneTime(laneTime);
    }
    index.endRestore();
  }

  /** As from a compacted changelog: what stays of forgotten leaders comes last, in any order. */
  private static void restore(
      TableIndex index, List<ComparedPage> leaders, long first, SplittableRandom random) {
    boolean compacted = random.nextBoolean();
    if (!compacted) {
      restoreRuns(index, leaders, first, random);
    }
    List<Integer> forgotten = new ArrayList<>();
    for (int o = 0; o < leaders.size(); o++) {
      if (leaders.get(o).isForgotten()) {
        forgotten.add(random.nextInt(forgotten.size() + 1), o);
      } else if (compacted && o >= first) {
        index.restoreAll(o, List.of(leaders.get(o)));
      }
    }
    forgotten.forEach(o -> index.restoreAll(o, List.of(leaders.get(o))));
  }

  private static void restoreRuns(
      TableIndex index, List<ComparedPage> leaders, long first, SplittableRandom random) {
    int from = (int) first;
    while (from < leaders.size()) {
      int to = Math.min(leaders.size(), from + 1 + random.nextInt(20));
      index.restoreAll(from, leaders.subList(from, to));
      int again = Math.max(from, to - random.nextInt(3)); // some are repeated
      if (to == leaders.size()) {
        break;
      }
      from = again == from ? to : again;
    }
  }

  private TableIndex open(String name, Setting setting, long memoryBytes) {
    // Merges run either on a thread, as they occur; or only when the index waits for them, so that
    // there are lookups between the freezing of a delta and the end of its merge.
    return setting.seed() % 2 == 0
        ? TableIndex.open(folder.resolve(name), setting.layout(), setting.rule(), memoryBytes)
        : new TableIndex(
            folder.resolve(name),
            leaders -> setting.layout(),
            setting.rule(),
            memoryBytes,
            merge -> {});
  }

  private static void assertSame(Lookup actual, Lookup expected) {
    assertThat(actual.match()).isEqualTo(expected.match());
    assertThat(actual.ordinal()).isEqualTo(expected.ordinal());
    assertThat(actual.nearness()).isEqualTo(expected.nearness());
    assertThat(actual.earlier() == null ? null : actual.earlier().stored())
        .isEqualTo(expected.earlier() == null ? null : expected.earlier().stored());
    if (expected.found()) {
      assertThat(actual.leader().stored()).isEqualTo(expected.leader().stored());
    }
  }

  private static void assertSameEvidence(Lookup actual, Lookup expected) {
    assertThat(actual.table()).isEqualTo(expected.table());
  }

  private static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Pages: random, around a few centres, or with most bits equal; in scopes whose keys collide. */
  private static final class Source {

    private final Setting setting;
    private final SplittableRandom random;
    private final long[] centres = new long[4];
    private final Deque<ComparedPage> expected = new ArrayDeque<>();
    private long id;
    private long millis = 1_700_000_000_000L;

    private Source(Setting setting) {
      this.setting = setting;
      this.random = new SplittableRandom(setting.seed());
      for (int i = 0; i < centres.length; i++) {
        centres[i] = random.nextLong();
      }
    }

    /** The next page; sometimes an index is told of it, and of some that follow, beforehand. */
    private ComparedPage next(TableIndex index) {
      if (random.nextInt(4) == 0) {
        while (expected.size() < 1 + random.nextInt(12)) {
          expected.add(next());
        }
        index.expect(() -> expected); // some of them again
      }
      return expected.isEmpty() ? next() : expected.remove();
    }

    private ComparedPage next() {
      // mixed scopes that differ in one or two bits, which some bits of a SimHash cancel out
      long mixedScope =
          new long[] {42, 42 ^ 1, 42 ^ (1L << 40 | 2)}[random.nextInt(setting.scopes())];
      long scope = Unmix.unmix(mixedScope);
      int flips =
          random.nextInt(setting.spread() == 3 ? 40 : 2 + maxDistance(setting.layout()) * 2);
      long simhash =
          setting.spread() == 0 ? random.nextLong() : centres[random.nextInt(centres.length)];
      for (int i = 0; i < flips; i++) {
        simhash ^= 1L << random.nextInt(64);
      }
      // few distinct contents, so that some are equal; their keys collide between scopes
      long content = random.nextInt(4) == 0 ? random.nextInt(20) : 1000 + id;
      long high = content ^ (random.nextBoolean() ? mixedScope : 0);
      long url = random.nextInt(3) == 0 ? id : random.nextInt(8);
      Fingerprint page =
          Pages.fingerprint(
              id++, url, new ContentHash(high, content), simhash, sketch(), random.nextInt(8) > 0);
      return Pages.of(scope, TestNames.of(page, random));
    }

    /**
     * A timestamp: most advance a little, some are late, a few are far ahead; and occasionally
     * there is a gap.
     */
    private long time() {
      millis += random.nextInt(200);
      return switch (random.nextInt(20)) {
        case 0, 1 -> millis - random.nextInt(20_000);
        case 2 -> millis + random.nextLong(1L << random.nextInt(50));
        case 3 -> millis += random.nextInt(4) == 0 ? random.nextInt(100_000) : 0;
        default -> millis;
      };
    }

    /**
     * No sketch; a random one; or a centre's with some min-hashes changed, at one index or
     * anywhere.
     */
    private short[] sketch() {
      if (random.nextInt(20) == 0) {
        return new short[0];
      }
      if (setting.spread() == 0) {
        return Pages.sketch(random.nextInt(60));
      }
      short[] sketch = Pages.sketch(setting.seed() + random.nextInt(centres.length));
      int changes = random.nextInt(random.nextBoolean() ? 12 : 85);
      int from = random.nextInt(sketch.length);
      boolean together = random.nextBoolean();
      for (int i = 0; i < changes; i++) {
        int at = together ? (from + i) % sketch.length : random.nextInt(sketch.length);
        sketch[at] = (short) random.nextInt();
      }
      return sketch;
    }

    private static int maxDistance(TableLayout layout) {
      return layout.tables().stream()
          .filter(SimHashTable.class::isInstance)
          .mapToInt(Table::within)
          .max()
          .orElse(3);
    }

    /** Keeps pages by the rule, and sometimes also pages that the rule would drop. */
    private boolean keep(Lookup found) {
      return !found.found() || random.nextInt(3) == 0;
    }
  }
}

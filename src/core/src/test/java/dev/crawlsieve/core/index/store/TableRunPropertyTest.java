package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.CombinedDetector;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Runs, and the results of merging them, give the same answers as going through all leaders. */
class TableRunPropertyTest {

  private static final TableLayout LAYOUT =
      new CombinedDetector(3, BandPlanner.plan(0.8), 0.6).layout(1);

  /** More entries of a key than buffers have room for in the beginning. */
  private static final int LONG = 1_500;

  private final BaseFilters filters = new BaseFilters(LAYOUT.tables(), 1 << 20, 1 << 20);
  private final List<ComparedPage> leaders = new ArrayList<>();
  private final List<long[]> keys = new ArrayList<>();
  private Path folder;
  private RocksFolder files;
  private RunReader reader;
  private int number;
  private double filterBytes; // of each run

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("runs");
    files = new RocksFolder(folder);
    reader = new RunReader(files);
  }

  @AfterTry
  void deleteFolder() throws IOException {
    files.close();
    FastFolder.remove(folder);
    leaders.clear();
    keys.clear();
    number = 0;
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void sameBucketsAsAllLeaders(
      @ForAll @IntRange(min = 1, max = 5) int deltas,
      @ForAll @IntRange(min = 1, max = 1_200) int most,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    filterBytes = 1L << (10 + random.nextInt(10));
    TableRun[] parts = new TableRun[deltas];
    for (int i = 0; i < deltas; i++) {
      parts[i] = written(delta(random, 1 + random.nextInt(most)));
    }
    long expired = random.nextBoolean() ? 0 : random.nextLong(leaders.size());
    long first = Math.max(parts[0].id().first(), expired);
    TableRun whole = merged(parts, first, expired);
    TableRun bare = reopened(whole);
    filters.fit(List.of(bare.filters()), 0);
    assertThat(bare.filters().bytes()).as("without memory").isZero();
    TableRun narrowed = reopened(whole);
    filters.fit(List.of(narrowed.filters()), random.nextLong(1 + narrowed.filters().bytes()));
    for (int i = 0; i < 60; i++) {
      ComparedPage page =
          i % 2 == 0 ? leaders.get(random.nextInt(leaders.size())) : page(1 << 20, random);
      SoughtPage sought = new SoughtPage(page, LAYOUT.detector());
      assertSame(page, sought, expired, parts);
      assertSame(page, new SoughtPage(page, LAYOUT.detector()), expired, whole);
      long later = Math.max(expired, first + 5);
      assertSame(page, new SoughtPage(page, LAYOUT.detector()), later, reopened(whole));
      know(sought, page, (int) expired);
      assertSame(page, sought, expired, parts);
      assertSame(page, sought, expired, whole);
      assertSame(page, sought, expired, bare);
      assertSame(page, sought, expired, narrowed);
      assertSame(page, new SoughtPage(page, LAYOUT.detector()), expired, narrowed);
    }
  }

  @Example
  void groupsThatAreLong() {
    filterBytes = 1 << 10;
    ComparedPage page = Pages.page(1 << 20, 7, Pages.sketch(7));
    TableRun[] parts = new TableRun[2];
    for (int i = 0; i < parts.length; i++) {
      DeltaTables delta = new DeltaTables(LAYOUT, leaders.size(), 1 << 20);
      for (int copy = 0; copy < LONG; copy++) {
        leaders.add(Pages.page(leaders.size(), 7, Pages.sketch(7)));
        delta.add(leaders.get(leaders.size() - 1), 0);
      }
      parts[i] = written(delta);
    }
    assertThat(LONG * EntryPayload.ENTRY_BYTES).isGreaterThan(RunReader.FIRST_BYTES);
    assertSame(page, new SoughtPage(page, LAYOUT.detector()), 0, parts);
    assertSame(page, new SoughtPage(page, LAYOUT.detector()), 0, merged(parts, 0, 0));
  }

  @Example
  void passesOverPagesOfOneShortTextAndOtherNames() {
    filterBytes = 1 << 10;
    DetectorSettings names = DetectorSettings.combined(3, 0.8, 0.6).with(NameThresholds.DEFAULT);
    TableLayout layout = Detector.of(names).layout(1);
    assertThat(layout.tables()).isEqualTo(LAYOUT.tables());
    DeltaTables delta = new DeltaTables(layout, 0, 1 << 20);
    for (int i = 0; i < 1_000; i++) {
      leaders.add(Pages.named(i, "Photo of dam " + i, false));
      delta.add(leaders.get(i), 0);
    }
    TableRun run = written(delta);
    // The short hashes of a few other names may be equal
    assertThat(sameContent(leaders.get(7), run, layout)).isBetween(1, 4);
    assertThat(sameContent(Pages.named(9_999, "Photo of a mill", false), run, layout))
        .isLessThan(5);
    assertThat(sameContent(Pages.named(9_999, "Photo of a mill", true), run, layout))
        .isEqualTo(1_000);
  }

  /** A shop whose pages share a menu that is taken for their text: few records are read. */
  @Example
  void passesOverPagesOfOneTextThatSayOtherThingsBesideIt() {
    filterBytes = 1 << 10;
    DetectorSettings names = DetectorSettings.combined(3, 0.8, 0.6).with(NameThresholds.DEFAULT);
    TableLayout layout = Detector.of(names).layout(1);
    DeltaTables delta = new DeltaTables(layout, 0, 1 << 20);
    for (int i = 0; i < 1_000; i++) {
      leaders.add(Pages.named(i, "Item " + i + " of wood", true, Keys.mix(i), 500));
      delta.add(leaders.get(i), 0);
    }
    TableRun run = written(delta);
    SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
    leaders.subList(0, 100).forEach(site::enter);
    ComparedPage other = Pages.named(9_999, "Oars of ash", true, Keys.mix(9_999), 500);
    assertThat(sameContent(site.informed(other), run, layout)).isZero();
    ComparedPage same = Pages.named(9_999, "Oars of ash", true, Keys.mix(17), 500);
    assertThat(sameContent(site.informed(same), run, layout)).isEqualTo(1);
  }

  private int sameContent(ComparedPage page, TableRun run, TableLayout layout) {
    Candidates found = new Candidates();
    Table content = layout.tables().get(0);
    SoughtPage sought = new SoughtPage(page, layout.detector());
    int key = Keys.high(content.key(page));
    assertThat(run.filters().mayHold(0, key)).isEqualTo(1);
    int read = run.scan(0, content, key, () -> reader, sought, 0, found);
    assertThat(read).isEqualTo(leaders.size());
    return found.size();
  }

  private BaseFilters.Plan plan(long[] entries) {
    return filters.plan(entries, filterBytes);
  }

  /** As if these leaders had been found in other tables. */
  private void know(SoughtPage sought, ComparedPage page, int expired) {
    for (int ordinal = expired; ordinal < leaders.size(); ordinal++) {
      ComparedPage leader = leaders.get(ordinal);
      boolean shares =
          LAYOUT.tables().stream()
              .anyMatch(
                  table ->
                      table.holds(page)
                          && table.holds(leader)
                          && table.key(page) == table.key(leader));
      if (shares && sought.wantsKnown(ordinal)) {
        sought.know(ordinal, leader);
      }
    }
  }

  /** A leader's key in each table, or one that no page has. */
  private long[] keys(int ordinal) {
    for (int i = keys.size(); i <= ordinal; i++) {
      ComparedPage leader = leaders.get(i);
      keys.add(
          LAYOUT.tables().stream()
              .mapToLong(t -> t.holds(leader) ? Keys.high(t.key(leader)) : Long.MAX_VALUE)
              .toArray());
    }
    return keys.get(ordinal);
  }

  private void assertSame(ComparedPage page, SoughtPage sought, long expired, TableRun... runs) {
    TreeSet<Long> nearBySimHash = new TreeSet<>();
    TreeSet<Long> foundBySimHash = new TreeSet<>();
    for (int t = 0; t < LAYOUT.tables().size(); t++) {
      Table table = LAYOUT.tables().get(t);
      int key = Keys.high(table.key(page));
      Candidates candidates = new Candidates();
      for (TableRun run : runs) {
        boolean skipped = (run.filters().withoutMatch(page.simhash()) & 1L << t) != 0;
        if (!skipped && run.filters().mayHold(t, key) != 0) {
          run.scan(t, table, key, () -> reader, sought, expired, candidates);
        }
      }
      TreeSet<Long> near = new TreeSet<>();
      for (int ordinal = (int) expired; ordinal < leaders.size(); ordinal++) {
        ComparedPage leader = leaders.get(ordinal);
        boolean shares = keys(ordinal)[t] == key;
        if (shares && isNear(table, page, leader)) {
          near.add((long) ordinal);
        }
      }
      TreeSet<Long> found = new TreeSet<>();
      for (int i = 0; i < candidates.size(); i++) {
        assertThat(found.add(candidates.ordinal(i))).as("found once").isTrue();
      }
      switch (table.payload()) {
        case REST -> assertThat(found).isEqualTo(near);
        // bits may let others through
        case SKETCH_BITS ->
            assertThat(found.containsAll(near)).as("%s in %s", near, found).isTrue();
        case SIMHASH -> {
          // what one table has, others need not be read for
          assertThat(near.containsAll(found)).as("%s in %s", found, near).isTrue();
          nearBySimHash.addAll(near);
          foundBySimHash.addAll(found);
        }
      }
    }
    assertThat(foundBySimHash).isEqualTo(nearBySimHash);
  }

  private static boolean isNear(Table table, ComparedPage page, ComparedPage leader) {
    return switch (table.payload()) {
      case REST -> true;
      case SIMHASH -> Long.bitCount(page.simhash() ^ leader.simhash()) <= table.within();
      case SKETCH_BITS -> 84 - page.equalMinHashes(leader) <= table.within();
    };
  }

  /** Pages of which many share a key, some are near, and others are far from all. */
  private static ComparedPage page(long id, SplittableRandom random) {
    boolean random64 = random.nextInt(3) == 0;
    long simhash = random64 ? random.nextLong() : Keys.mix(random.nextInt(3));
    for (int changed = random.nextInt(6); changed > 0; changed--) {
      simhash ^= 1L << random.nextInt(64);
    }
    short[] sketch = Pages.sketch(random64 ? random.nextLong() : random.nextInt(3));
    for (int changed = random.nextInt(40); changed > 0; changed--) {
      sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
    }
    return Pages.page(id, simhash, sketch);
  }

  private DeltaTables delta(SplittableRandom random, int count) {
    DeltaTables delta = new DeltaTables(LAYOUT, leaders.size(), 1L << (16 + random.nextInt(8)));
    for (int i = 0; i < count; i++) {
      ComparedPage leader = page(leaders.size(), random);
      leaders.add(leader);
      delta.add(leader, 0);
    }
    return delta;
  }

  private TableRun written(DeltaTables delta) {
    long[] entries = new long[LAYOUT.tables().size()];
    for (int t = 0; t < entries.length; t++) {
      entries[t] = delta.entries(t);
    }
    TableRun.Id id = new TableRun.Id(++number, delta.first(), delta.next());
    try (RunWriter out = new RunWriter(files, id, entries.length)) {
      assertThat(work(0).write(delta, out, plan(entries))).isTrue();
      out.finish();
    }
    return open(id);
  }

  private TableRun merged(TableRun[] runs, long first, long expired) {
    long[] entries = new long[LAYOUT.tables().size()];
    for (int t = 0; t < entries.length; t++) {
      entries[t] = RunMerge.entries(runs, t);
    }
    TableRun.Id id = new TableRun.Id(++number, first, leaders.size());
    try (RunWriter out = new RunWriter(files, id, entries.length)) {
      assertThat(work(expired).write(runs, first, out, plan(entries))).isTrue();
      out.finish();
    }
    return open(id);
  }

  private RunMerge work(long expired) {
    return new RunMerge(files, LAYOUT, expired, () -> false, () -> {});
  }

  private TableRun open(TableRun.Id id) {
    TableRun run = TableRun.open(files, id, LAYOUT.tables());
    run.loadFilters(files);
    return run;
  }

  private TableRun reopened(TableRun run) {
    return open(run.id());
  }
}

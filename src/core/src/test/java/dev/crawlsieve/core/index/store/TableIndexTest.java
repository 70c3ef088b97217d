package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ContentTable;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderVisitor;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.SimHashDetector;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.work.Tries;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksIterator;

class TableIndexTest {

  private static final IndexSettings SETTINGS =
      new IndexSettings(DetectorSettings.simhash(3), 1_000_000, 1 << 16);

  private static final TableLayout LAYOUT = TableLayout.all(3).get(0);
  private static final String GONE = "https://gone.example/";

  @TempDir Path folder;

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = DetectorSettings.Kind.class,
      names = {"SIMHASH", "COMBINED"})
  void shouldKeepAboutAsManyLeadersInMemoryAsItSays(DetectorSettings.Kind kind) {
    DetectorSettings detector =
        kind == DetectorSettings.Kind.SIMHASH
            ? DetectorSettings.simhash(3)
            : DetectorSettings.combined(3, 0.65, 0.5);
    IndexSettings settings = new IndexSettings(detector, 1_000_000, 16_000_000);
    int leaders = 0;
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.refresh();
      for (; !index.onDisk(); leaders++) {
        index.put(leaders, Pages.page(leaders, Keys.mix(leaders), Pages.sketch(leaders)));
      }
      assertThat(index.stats().merges()).isEqualTo(1);
    }
    double share = leaders / (double) TableIndex.leadersInMemory(settings);
    assertThat(share).isBetween(0.65, 1.35);
    try (TableIndex index = TableIndex.open(folder, settings)) {
      assertThat(index.onDisk()).isTrue();
    }
  }

  @Test
  void shouldFindTheClosestThenTheEarliest() {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.put(0, Pages.page(0, 0b111));
      index.put(1, Pages.page(1, 0b11L << 40));
      index.put(2, Pages.page(2, 0b11L << 50));
      Lookup found = index.lookup(Pages.page(9, 0));
      assertThat(found.ordinal()).isEqualTo(1);
      assertThat(found.distance()).isEqualTo(2);
      assertThat(found.match()).isEqualTo(Lookup.Match.NEAR);
      assertThat(found.table()).isEqualTo("simhash-1");
      assertThat(found.leader().urlHash()).isEqualTo(1);
      assertThat(index.lookup(Pages.page(9, 0xffff)).found()).isFalse();
    }
  }

  @Test
  void shouldLeaveNothingOfAForgottenPageInItsFiles() throws Exception {
    Deque<Runnable> later = new ArrayDeque<>();
    TableIndex index =
        new TableIndex(folder, leaders -> LAYOUT, RuleSettings.DEFAULT, 1 << 16, later::add);
    for (int i = 0; i < 300; i++) {
      String url = i % 3 == 0 ? GONE : "https://other.example/";
      index.put(i, Pages.of(0, Pages.fingerprint(i, url + i)));
      if (i % 50 == 0) {
        index.putSite("site." + i, SiteRecord.encode(0, url.getBytes(UTF_8)));
        index.commit(i);
        index.flush(); // into a file of its own
      }
    }
    index.commit(300);
    index.flush();
    assertThat(filesWith(GONE)).isNotEmpty();
    index
        .leaders(0, 300, page -> page.url().startsWith(GONE))
        .forEach(ordinal -> index.put(ordinal, index.get(ordinal).forgotten()));
    for (String key : index.sites("site.", "site/")) {
      if (new String(index.site(key), UTF_8).contains(GONE)) {
        index.dropSite(key);
      }
    }
    index.commit(301);
    index.abandon(); // before anything was purged
    later.clear();
    try (TableIndex again =
        new TableIndex(folder, leaders -> LAYOUT, RuleSettings.DEFAULT, 1 << 16, later::add)) {
      assertThat(again.position()).isEqualTo(300);
      assertThat(again.get(0).url()).isEqualTo(GONE + 0); // the commit was lost
      again
          .leaders(0, 300, page -> page.url().startsWith(GONE))
          .forEach(ordinal -> again.put(ordinal, again.get(ordinal).forgotten()));
      again.sites("site.", "site/").forEach(again::dropSite);
      again.commit(301);
      again.flush();
    }
    assertThat(filesWith(GONE)).isNotEmpty();
    try (TableIndex next = TableIndex.open(folder, LAYOUT, RuleSettings.DEFAULT, 1 << 16)) {
      next.commit(301);
      await().until(() -> filesWith(GONE).isEmpty());
      assertThat(next.get(1).url()).isEqualTo("https://other.example/1");
      assertThat(next.get(0).isForgotten()).isTrue();
      assertThat(next.nextOrdinal()).isEqualTo(300);
    }
    assertThat(filesWith(GONE)).isEmpty();
  }

  private List<Path> filesWith(String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(
              file -> {
                try {
                  return new String(Files.readAllBytes(file), ISO_8859_1).contains(text);
                } catch (IOException e) {
                  return false; // was deleted meanwhile
                }
              })
          .toList();
    }
  }

  @Test
  void shouldMakeTheTablesAnewForAnotherDetector() {
    short[] sketch = Pages.sketch(1);
    ComparedPage leader = Pages.page(1, 0, sketch);
    ComparedPage page = Pages.page(1L << 40, (1L << 27) - 1, Pages.differing(sketch, 3, 40));
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.refresh();
      index.put(0, leader);
      for (int i = 1; i < 2000; i++) {
        index.put(i, Pages.page(i + 1, Keys.mix(i), Pages.sketch(i + 1)));
      }
      assertThat(index.stats().inBase()).isPositive();
      assertThat(index.lookup(page).found()).isFalse();
    }
    Map<DetectorSettings, String> tables =
        Map.of(
            DetectorSettings.sketch(0.8), "band-2",
            DetectorSettings.combined(3, 0.8, 0.6), "band-2");
    tables.forEach(
        (detector, table) -> {
          IndexSettings settings = new IndexSettings(detector, 1_000_000, 1 << 17);
          try (TableIndex index = TableIndex.open(folder, settings)) {
            Lookup found = index.lookup(page);
            assertThat(found.ordinal()).as(detector.name()).isZero();
            assertThat(found.nearness()).isEqualTo(new Nearness(27, 82, 4, 9_640));
            assertThat(found.table()).isEqualTo(table);
          }
        });
  }

  @Test
  void shouldLayTablesOutForTheLeadersThatThereAre() {
    TableLayout few = TableLayout.plain(3, 4);
    TableLayout many = TableLayout.plain(3, 5);
    for (int opened = 0; opened < 3; opened++) {
      try (TableIndex index =
          new TableIndex(
              folder,
              leaders -> leaders < 1_500 ? few : many,
              RuleSettings.DEFAULT,
              1 << 16,
              Runnable::run)) {
        assertThat(index.layout()).isEqualTo(opened < 2 ? few : many);
        for (int i = 1_000 * opened; i < 1_000 * (opened + 1); i++) {
          index.put(i, Pages.page(i, Keys.mix(i)));
        }
        assertThat(index.stats().inBase()).isPositive();
        for (int i = 0; i < 1_000 * (opened + 1); i += 100) {
          assertThat(index.lookup(Pages.page(-1, Keys.mix(i) ^ 7)).ordinal()).isEqualTo(i);
        }
      }
    }
  }

  @Test
  void shouldPreferTheSameContentToACloserText() {
    ContentHash content = new ContentHash(5, 6);
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.put(0, Pages.page(0, 0));
      index.put(1, Pages.page(1, 0, content, -1L, false));
      Lookup found = index.lookup(Pages.page(9, 0, content, 0, true));
      assertThat(found.match()).isEqualTo(Lookup.Match.EXACT);
      assertThat(found.ordinal()).isEqualTo(1);
      assertThat(found.distance()).isEqualTo(64);
      assertThat(found.table()).isEqualTo("content");
    }
  }

  @Test
  void shouldNotMatchAcrossScopesWhoseKeysCollide() {
    long one = Unmix.unmix(7);
    long two = Unmix.unmix(7 ^ 1);
    ComparedPage a = Pages.page(0, one, new ContentHash(8, 1), 16, true);
    ComparedPage b = Pages.page(1, two, new ContentHash(8 ^ 1, 1), 16 ^ 1, true);
    assertThat(new ContentTable().key(a)).isEqualTo(new ContentTable().key(b));
    Table all = TableLayout.plain(0, 1).tables().get(1);
    assertThat(all.key(a)).isEqualTo(all.key(b));
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.put(0, a);
      Lookup found = index.lookup(b);
      assertThat(found.found()).isFalse();
      assertThat(found.compared()).as("it did collide").isPositive();
    }
  }

  @Test
  void shouldSayWithHowManyLeadersAPageWasCompared() {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      index.put(0, Pages.page(0, 0b11));
      index.put(1, Pages.page(1, 0b1111 << 16));
      assertThat(index.lookup(Pages.page(2, -1L)).compared()).as("shares no key").isZero();
      assertThat(index.lookup(Pages.page(3, 0b11111 << 8)).compared())
          .as("shares keys, but its entries say that it is far")
          .isZero();
      Lookup found = index.lookup(Pages.page(4, 0b111));
      assertThat(found.ordinal()).isZero();
      assertThat(found.compared()).isEqualTo(1);
    }
  }

  @Test
  void shouldSayWhatIsWrongWithAPut() {
    for (LeaderIndex index :
        List.of(
            new LinearScanIndex(new SimHashDetector(3)),
            TableIndex.open(folder.resolve("t"), SETTINGS))) {
      try (index) {
        index.put(0, Pages.page(0, 1));
        index.put(1, Pages.page(1, 100));
        index.put(0, Pages.page(0, 1));
        assertThat(index.nextOrdinal()).isEqualTo(2);
        assertThatThrownBy(() -> index.put(3, Pages.page(3, 9)))
            .isInstanceOf(IndexException.class)
            .hasMessage("leader 3 would leave a gap: the next ordinal is 2");
        assertThatThrownBy(() -> index.put(0, Pages.page(7, 9)))
            .isInstanceOf(IndexException.class)
            .hasMessageContaining("leader 0 is out of order: another page has that ordinal");
        assertThatThrownBy(() -> index.put(-1, Pages.page(7, 9)))
            .isInstanceOf(IndexException.class);
        assertThat(index.lookup(Pages.page(9, 1)).ordinal()).isZero();
      }
    }
  }

  @Test
  void shouldKeepLeadersAndMetaOverCloseAndOpen() {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      assertThat(index.meta("settings")).isNull();
      index.putMeta("settings", "v1".getBytes(UTF_8));
      for (int i = 0; i < 1000; i++) {
        index.put(i, Pages.page(i, Keys.mix(i)));
      }
    }
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      assertThat(index.meta("settings")).asString(UTF_8).isEqualTo("v1");
      assertThat(index.nextOrdinal()).isEqualTo(1000);
      assertThat(index.get(999).urlHash()).isEqualTo(999);
      assertThat(index.get(1000)).isNull();
      assertThat(index.get(-1)).isNull();
      assertThat(index.stats().deltaBytes()).as("tables are filled when needed").isZero();
      assertThat(index.lookup(Pages.page(2000, Keys.mix(500))).ordinal()).isEqualTo(500);
    }
  }

  @Test
  void shouldKeepRecordsOfAnySize() {
    List<ComparedPage> leaders = new ArrayList<>();
    for (int i = 0; i < 600; i++) { // more than may wait to be written
      leaders.add(withUrl(Pages.page(i, Keys.mix(i)), "x".repeat(i % 3 == 0 ? 100 * i : 7)));
    }
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      for (int i = 0; i < leaders.size(); i++) {
        index.put(i, leaders.get(i));
      }
      for (int i = 0; i < leaders.size(); i++) {
        assertThat(index.get(i).stored()).as("leader %d", i).isEqualTo(leaders.get(i).stored());
      }
    }
  }

  private static ComparedPage withUrl(ComparedPage page, String url) {
    Fingerprint of = page.fingerprint();
    Fingerprint other =
        TestFingerprints.of(
            of.source(),
            of.timestamp(),
            url,
            of.urlHash(),
            of.content(),
            of.bodyHash(),
            of.simhash(),
            of.sketch(),
            of.tokens(),
            of.shingles(),
            of.language(),
            of.flags(),
            of.settings());
    return ComparedPage.of(
        new ScopeKey(page.scopeHigh(), page.scopeLow()),
        page.laneOffset(),
        FingerprintCodec.encode(other));
  }

  @Test
  void shouldRefuseEverythingAfterCloseAndCloseTwice() {
    TableIndex index = TableIndex.open(folder, SETTINGS);
    index.put(0, Pages.page(0, 0));
    index.close();
    index.close();
    assertThatThrownBy(() -> index.get(0))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> index.lookup(Pages.page(1, 1))).isInstanceOf(IndexException.class);
    assertThatThrownBy(() -> index.put(1, Pages.page(1, 1))).isInstanceOf(IndexException.class);
    assertThatThrownBy(index::stats).isInstanceOf(IndexException.class);
  }

  @Test
  void shouldSayWhichFolderCannotBeOpened() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThatThrownBy(() -> TableIndex.open(file, SETTINGS))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining(file.toString());
    try (TableIndex index = TableIndex.open(folder.resolve("t"), SETTINGS)) {
      assertThatThrownBy(() -> TableIndex.open(folder.resolve("t"), SETTINGS))
          .as("held by another index")
          .isInstanceOf(IndexException.class);
      assertThat(index.nextOrdinal()).isZero();
    }
  }

  @Test
  void shouldAnswerWhileAMergeRuns() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 1_000_000, 1 << 20);
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.onMerge(
          () -> {
            started.countDown();
            try {
              goOn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          },
          () -> {});
      int leaders = 0;
      while (!index.merging()) {
        assertThat(leaders).isLessThan(100_000);
        index.put(leaders, Pages.page(leaders, Keys.mix(leaders)));
        leaders++;
      }
      started.await();
      for (int more = 0; more < 200; more++, leaders++) {
        index.put(leaders, Pages.page(leaders, Keys.mix(leaders)));
      }
      try {
        assertThat(index.stats().inBase()).isZero();
        assertFindsAll(index, leaders);
      } finally {
        goOn.countDown(); // or closing would wait for the merge for ever
      }
      while (index.stats().merges() == 0) {
        assertThat(leaders).isLessThan(100_000);
        index.put(leaders, Pages.page(leaders, Keys.mix(leaders)));
        leaders++;
      }
      assertThat(index.stats().inBase()).isBetween(1L, (long) leaders);
      assertFindsAll(index, leaders);
    }
  }

  private static void assertFindsAll(TableIndex index, int leaders) {
    assertFindsAll(index, leaders, 1);
  }

  private static void assertFindsAll(TableIndex index, int leaders, int step) {
    for (int i = 0; i < leaders; i += step) {
      Lookup found = index.lookup(Pages.page(1L << 40, Keys.mix(i) ^ 1));
      assertThat(found.ordinal()).isEqualTo(i);
    }
  }

  @Test
  void shouldStopWithTheReasonWhyAMergeFailed() {
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 1_000_000, 1 << 16);
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.onMerge(
          () -> {
            throw new IndexException("the disk is full");
          },
          () -> {});
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  index.put(index.nextOrdinal(), Pages.page(i, Keys.mix(i)));
                }
              })
          .isInstanceOf(IndexException.class)
          .hasMessage("the disk is full");
      index.onMerge(() -> {}, () -> {});
      assertFindsAll(index, (int) index.nextOrdinal());
    }
  }

  /** Pages are expected before it is known what their site shows when they are decided on. */
  @Test
  @EnabledIf("hasCores")
  void shouldFindAheadNoMoreThanASiteThatIsKnownByThenLetsMatch() {
    Deque<Runnable> work = new ArrayDeque<>();
    DetectorSettings names = DetectorSettings.simhash(3).with(NameThresholds.DEFAULT);
    TableLayout layout = Detector.of(names).layout(1);
    ComparedPage page = Pages.named(9_999, "Garden chair", true);
    SiteEvidence site = new SiteEvidence(SiteEvidence.Store.inMemory());
    for (int i = 0; i < 40; i++) {
      site.enter(Pages.named(i, "Chair " + "of oak ".repeat(i), true));
    }
    ComparedPage crowded = site.informed(page);
    try (TableIndex index =
        new TableIndex(folder, count -> layout, RuleSettings.DEFAULT, 1 << 16, work::add)) {
      index.refresh();
      index.put(0, Pages.named(0, "Oars of ash", true));
      for (int i = 1; index.stats().inBase() == 0; i++) {
        index.put(i, Pages.page(i, Keys.mix(i)));
        runAll(work);
      }
      assertThat(near(index, page)).containsExactly(0L);
      index.expect(() -> List.of(page));
      runAll(work);
      assertThat(near(index, crowded)).as("of a site of many such texts").isEmpty();
      index.expect(() -> List.of(page));
      runAll(work);
      assertThat(near(index, page)).containsExactly(0L);
      assertThat(index.stats().aheadLookups()).isEqualTo(1);
    }
  }

  static boolean hasCores() {
    return Runtime.getRuntime().availableProcessors() > 1; // or nothing is asked ahead
  }

  private static void runAll(Deque<Runnable> work) {
    while (!work.isEmpty()) {
      work.poll().run();
    }
  }

  /** The leaders that may be near a page. */
  private static List<Long> near(TableIndex index, ComparedPage page) {
    List<Long> near = new ArrayList<>();
    index.visit(
        page,
        new LeaderVisitor() {
          @Override
          public void same(long ordinal, ComparedPage leader) {}

          @Override
          public boolean wantsNear() {
            return true;
          }

          @Override
          public boolean wants(long ordinal) {
            return true;
          }

          @Override
          public void near(long ordinal, ComparedPage leader) {
            near.add(ordinal);
          }
        });
    return near;
  }

  @Test
  void shouldHoldTheBoundOnMemory() {
    for (long memory : new long[] {64 << 10, 1 << 20}) {
      IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 1_000_000, memory);
      try (TableIndex index = TableIndex.open(folder.resolve("m" + memory), settings)) {
        long most = 0;
        int leaders = (int) (memory / 30);
        index.refresh();
        for (int i = 0; i < leaders; i++) {
          index.put(i, Pages.page(i, Keys.mix(i)));
          if (i % 16 == 0) {
            most = Math.max(most, index.heapBytes());
          }
        }
        assertThat(most).isBetween(memory / 2, memory);
        assertThat(index.stats().merges()).isPositive();
      }
    }
  }

  /** What filters leave is the delta's, and nothing is merged before it must be. */
  @Test
  void shouldWriteLittleWhereMoreThanHalfOfTheTablesFits() {
    int leaders = 20_000;
    Deque<Runnable> work = new ArrayDeque<>();
    AtomicInteger tables = new AtomicInteger();
    TableLayout layout = Detector.of(DetectorSettings.DEFAULT).layout(1);
    try (TableIndex index =
        new TableIndex(folder, count -> layout, RuleSettings.DEFAULT, 100L * leaders, work::add)) {
      index.refresh();
      index.onMerge(tables::incrementAndGet, () -> {});
      for (int i = 0; i < leaders; i++) {
        index.put(i, Pages.page(i, Keys.mix(i), Pages.sketch(i)));
        runAll(work);
      }
      assertThat(index.stats().inBase()).isGreaterThan(leaders / 3);
      assertThat(tables.get() / layout.tables().size()).as("runs written").isLessThanOrEqualTo(3);
    }
  }

  @Test
  void shouldFindWhatWasPutManyAtOnce() {
    List<ComparedPage> leaders =
        IntStream.range(0, 9_000).mapToObj(i -> Pages.page(i, Keys.mix(i))).toList();
    for (long memory : new long[] {1 << 17, 1 << 22}) {
      IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 1_000_000, memory);
      Path files = folder.resolve("many" + memory);
      try (TableIndex index = TableIndex.open(files, settings)) {
        index.putAll(0, leaders.subList(0, 5_000));
        index.putAll(4_000, leaders.subList(4_000, 9_000)); // a thousand of them repeated
        assertFindsAll(index, 9_000);
        assertThat(index.heapBytes()).isLessThanOrEqualTo(memory);
      }
      try (TableIndex index = TableIndex.open(files, settings)) {
        assertFindsAll(index, 9_000);
      }
    }
  }

  /** One leader every 5 ms; 2,000 are live, and at most one per cent more. */
  private static final RuleSettings TEN_SECONDS = new RuleSettings(Duration.ofSeconds(10), false);

  private static final int LIVE = 2_000;

  /** Work that helpers do is done at once: one that waits for a core would leave more on disk. */
  private TableIndex passThrough(int leaders, RuleSettings rule, long memoryBytes) {
    Deque<Runnable> work = new ArrayDeque<>();
    TableIndex index =
        new TableIndex(
            folder.resolve("x" + memoryBytes + rule.expires()),
            count -> Detector.of(DetectorSettings.simhash(3)).layout(1_000_000),
            rule,
            memoryBytes,
            work::add);
    for (int i = 0; i < leaders; i++) {
      ComparedPage page = Pages.page(i, Keys.mix(i));
      index.advance(5L * i);
      if (i % 100 == 0) {
        assertThat(index.lookup(page).found()).isFalse();
        index.commit(i);
      }
      index.put(i, page);
      runAll(work);
    }
    return index;
  }

  @Test
  void shouldDropFromDiskWhatHasExpired() {
    Path files;
    TableLayout layout;
    try (TableIndex index = passThrough(30_000, TEN_SECONDS, 1 << 17)) {
      assertThat(index.stats().leaders()).isBetween((long) LIVE, LIVE + 21L);
      assertThat(index.stats().expired()).isEqualTo(30_000 - index.stats().leaders());
      assertThat(index.stats().merges()).isGreaterThan(10);
      assertThat(index.get(0)).isNull();
      layout = index.layout();
      files = folder.resolve("x" + (1 << 17) + "true");
    }
    try (RocksFolder stored = new RocksFolder(files)) {
      // records are dropped in batches of a few thousand
      assertThat(records(stored)).isBetween((long) LIVE, 3L * LIVE + 200);
      assertThat(entries(stored, layout))
          .as("entries")
          .isBetween((long) LIVE, 3L * LIVE * layout.tables().size());
    }
  }

  private static void fill(TableIndex index, int leaders) {
    index.refresh();
    for (int i = (int) index.nextOrdinal(); i < leaders; i++) {
      index.put(i, Pages.page(i, Keys.mix(i)));
    }
  }

  @Test
  void shouldMakeTablesOfAnOlderFormatAnew() throws Exception {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      fill(index, 3_000);
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      files.putMeta("base.runs", new byte[0]);
      files.putMeta("base.layout", "2 1 k=3 blocks=4".getBytes(UTF_8));
      files.db().put(files.tables(), files.noWal(), new byte[5], new byte[16]);
      files.flush();
    }
    for (int time = 0; time < 2; time++) {
      try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
        // the second time, merges go on where the first one was closed, but from tables
        assertThat(index.stats().inBase() == 0).as("made anew").isEqualTo(time == 0);
        assertFindsAll(index, 3_000);
        assertThat(index.stats().inBase()).isPositive();
      }
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      assertThat(files.db().get(files.tables(), new byte[5])).isNull();
    }
  }

  @Test
  void shouldNotAnswerWithoutARun() throws Exception {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      fill(index, 3_000);
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      TableRun.Id first = new RunStore(files, Long.MAX_VALUE, Long.MAX_VALUE).current().get(0);
      files.db().delete(files.tables(), files.noWal(), RunWriter.shapesKey(first.number()));
      files.flush();
    }
    shouldBeDamaged("of the tables is missing in " + folder);
  }

  @Test
  void shouldNotAnswerWithoutALeader() throws Exception {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      for (int i = 0; i < 10; i++) {
        index.put(i, Pages.page(i, i));
      }
      index.flush();
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      byte[] fifth = ByteBuffer.allocate(Long.BYTES).putLong(5).array();
      files.db().delete(files.leaders(), files.noWal(), fifth);
      files.flush();
    }
    Files.deleteIfExists(folder.resolve("delta.saved")); // tables that were saved have it
    shouldBeDamaged("leader 5 is missing in " + folder);
  }

  /** Who is started again does not run into the same damage, but knows of it. */
  private void shouldBeDamaged(String how) {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      assertThatThrownBy(() -> index.lookup(Pages.page(1, 1)))
          .isInstanceOf(DamagedIndexException.class)
          .hasMessageContaining(how);
    }
    assertThatThrownBy(() -> TableIndex.open(folder, SETTINGS))
        .isInstanceOf(DamagedIndexException.class)
        .hasMessageContaining(how);
  }

  @Test
  void shouldLeaveNoRunsBehind() throws Exception {
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      fill(index, 5_000);
    }
    Files.write(folder.resolve("run-7-0" + TableFiles.SUFFIX), new byte[100]);
    TableIndex crashes = TableIndex.open(folder, SETTINGS);
    fill(crashes, 10_000);
    crashes.abandon();
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      int there = (int) index.nextOrdinal();
      assertThat(there).isGreaterThanOrEqualTo(5_000);
      assertFindsAll(index, there);
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      List<Integer> counting =
          new RunStore(files, Long.MAX_VALUE, Long.MAX_VALUE)
              .current().stream().map(TableRun.Id::number).toList();
      assertThat(runs(files)).containsExactlyInAnyOrderElementsOf(counting);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.toString().endsWith(TableFiles.SUFFIX));
    }
  }

  /** Numbers of the runs of which any file exists. */
  private static Set<Integer> runs(RocksFolder files) {
    Set<Integer> numbers = new HashSet<>();
    try (RocksIterator groups = files.db().newIterator(files.tables())) {
      for (groups.seekToFirst(); groups.isValid(); groups.next()) {
        numbers.add(ByteBuffer.wrap(groups.key()).getInt());
      }
    }
    return numbers;
  }

  @Tag("slow")
  @Test
  void shouldWaitForMergesOfRunsInTheEnd() {
    // merges run only when the index waits for them
    try (TableIndex index =
        new TableIndex(
            folder, count -> TableLayout.plain(3, 4), RuleSettings.DEFAULT, 1 << 15, merge -> {})) {
      fill(index, 30_000);
      assertThat(index.stats().merges()).isGreaterThan(30);
      assertFindsAll(index, 30_000, 7);
    }
    try (RocksFolder files = new RocksFolder(folder)) {
      assertThat(runs(files).size()).as("few at first, and those that wait").isLessThan(20);
    }
  }

  @Test
  void shouldDropFromMemoryWhatHasExpired() {
    long of2000;
    try (TableIndex index = passThrough(2 * LIVE, RuleSettings.DEFAULT, 1 << 24)) {
      of2000 = index.stats().deltaBytes();
    }
    try (TableIndex index = passThrough(30_000, TEN_SECONDS, 1 << 24)) {
      assertThat(index.stats().merges()).isZero();
      assertThat(index.stats().deltaBytes()).isLessThan(of2000 * 3 / 2);
    }
  }

  private static long records(RocksFolder files) {
    long count = 0;
    try (RocksIterator records = files.db().newIterator(files.leaders())) {
      for (records.seekToFirst(); records.isValid(); records.next()) {
        count++;
      }
    }
    return count;
  }

  private static long entries(RocksFolder files, TableLayout layout) {
    long sum = 0;
    for (TableRun.Id id : new RunStore(files, Long.MAX_VALUE, Long.MAX_VALUE).current()) {
      TableRun run = TableRun.open(files, id, layout.tables());
      for (int t = 0; t < layout.tables().size(); t++) {
        sum += run.entries(t);
      }
    }
    return sum;
  }

  @Test
  void shouldForgetAMergeOfRunsThatHaveExpiredMeanwhile() {
    for (int leaders = LIVE; leaders < LIVE + 1_000; leaders += 1_000 / Tries.of(20)) {
      List<Runnable> merges = new ArrayList<>();
      try (TableIndex index =
          new TableIndex(
              folder.resolve("f" + leaders),
              count -> TableLayout.plain(3, 4),
              TEN_SECONDS,
              1 << 16,
              merges::add)) {
        for (int i = 0; i < leaders; i++) {
          index.advance(5L * i);
          fill(index, i + 1);
          if (i % 50 == 0) {
            List.copyOf(merges).forEach(Runnable::run);
          }
        }
        for (int i = 0; i < 40; i++) {
          index.advance(100_000);
        }
        List.copyOf(merges).forEach(Runnable::run);
        fill(index, leaders + 200);
        for (int i = leaders; i < leaders + 200; i++) {
          Lookup found = index.lookup(Pages.page(1L << 40, Keys.mix(i) ^ 1));
          assertThat(found.ordinal()).isEqualTo(i);
        }
      }
    }
  }

  @Test
  void shouldGoOnWhereItWasWhenAllHasExpired() {
    IndexSettings settings =
        new IndexSettings(DetectorSettings.simhash(3), TEN_SECONDS, 1_000, 1 << 16);
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.advance(0);
      index.put(0, Pages.page(1, 5));
      for (int i = 0; i < 20; i++) {
        index.advance(60_000);
      }
      assertThat(index.lookup(Pages.page(1, 5)).found()).isFalse();
      assertThat(index.stats().leaders()).isZero();
    }
    try (TableIndex index = TableIndex.open(folder, settings)) {
      assertThat(index.nextOrdinal()).isEqualTo(1);
      assertThat(index.lookup(Pages.page(1, 5)).found()).isFalse();
      index.put(1, Pages.page(1, 5));
      assertThat(index.lookup(Pages.page(1, 5)).ordinal()).isEqualTo(1);
    }
  }

  @Test
  void shouldTellOfEveryLeaderThatExpiresWhileItIsThere() {
    IndexSettings settings =
        new IndexSettings(DetectorSettings.simhash(3), TEN_SECONDS, 1_000, 1 << 16);
    List<ComparedPage> told = new ArrayList<>();
    List<ComparedPage> kept = new ArrayList<>();
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.onExpiry(
          (ordinal, timestamp) -> {
            assertThat(ordinal).isEqualTo(told.size());
            assertThat(timestamp).isGreaterThan(10_000);
            told.add(index.get(ordinal));
          });
      for (int i = 0; i < 3_000; i++) {
        ComparedPage page = Pages.page(i, Keys.mix(i));
        index.advance(5L * i);
        index.put(i, page);
        kept.add(page);
      }
      assertThat(told).hasSize((int) index.expired()).hasSizeBetween(900, 1_000);
    }
    assertThat(told)
        .extracting(ComparedPage::stored)
        .containsExactlyElementsOf(
            kept.subList(0, told.size()).stream().map(ComparedPage::stored).toList());
  }

  @Tag("slow")
  @Test
  void shouldAnswerOnOtherThreadsWhileWritingAndClosing() throws Exception {
    int leaders = 6_000; // two or three merges
    TableIndex index = TableIndex.open(folder, SETTINGS);
    AtomicInteger answered = new AtomicInteger();
    AtomicBoolean closing = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(3);
    List<Future<?>> results = new ArrayList<>();
    for (int r = 0; r < 3; r++) {
      int seed = r;
      results.add(
          readers.submit(
              () -> {
                try {
                  for (long i = seed; ; i++) {
                    read(index, i);
                    answered.incrementAndGet();
                  }
                } catch (IndexException e) {
                  assertThat(closing).as(e.getMessage()).isTrue();
                }
              }));
    }
    for (int i = 0; i < leaders; i++) {
      index.put(i, Pages.page(i, Keys.mix(i)));
    }
    assertThat(index.stats().merges()).isGreaterThan(1);
    closing.set(true);
    index.close();
    readers.shutdown();
    assertThat(readers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    for (Future<?> result : results) {
      result.get();
    }
    assertThat(answered).hasPositiveValue();
  }

  /** Every existing leader must be found, in the tables and in the log. */
  private static void read(TableIndex index, long i) {
    long next = index.nextOrdinal();
    if (next == 0) {
      return;
    }
    long ordinal = (Keys.mix(i) >>> 1) % next;
    assertThat(index.get(ordinal).urlHash()).isEqualTo(ordinal);
    Lookup found = index.lookup(Pages.page(1L << 40, Keys.mix(ordinal) ^ 1));
    assertThat(found.ordinal()).isEqualTo(ordinal);
  }
}

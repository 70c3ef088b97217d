package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.BandPlanner;
import dev.crawlsieve.core.index.CombinedDetector;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.ItemLayouts;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.name.TestNames;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables that were saved answer as those that are filled from the log; damaged ones are not used.
 */
final class SavedDeltaTest {

  private static final long MEMORY = 1L << 28;
  private static final List<TableLayout> LAYOUTS =
      List.of(
          TableLayout.all(3).get(0),
          new CombinedDetector(3, BandPlanner.plan(0.8), 0.6).layout(1),
          ItemLayouts.of(
              new CombinedDetector(3, BandPlanner.plan(0.8), 0.6).layout(1L << 31),
              TestNames.THRESHOLDS.get(0)));

  @TempDir Path folder;

  @Test
  void shouldAnswerAsTablesThatWereFilled() throws IOException {
    for (int i = 0; i < LAYOUTS.size(); i++) {
      TableLayout layout = LAYOUTS.get(i);
      Path at = folder.resolve("layout-" + i);
      put(at, layout, 0, 5_000);
      assertThat(saved(at)).exists();
      List<String> loaded = answers(at, layout, MEMORY);
      assertThat(loaded).anyMatch(answer -> !answer.startsWith("NONE -1 0"));
      Files.delete(saved(at));
      assertThat(loaded).isEqualTo(answers(at, layout, MEMORY));

      put(at, layout, 5_000, 6_000); // on top of what was saved
      List<String> more = answers(at, layout, MEMORY);
      Files.delete(saved(at));
      assertThat(more).isEqualTo(answers(at, layout, MEMORY));
    }
  }

  @Test
  void shouldNotUseTablesThatHoldTagsOfNamesWhereNamesDoNotCount() throws IOException {
    TableLayout plain = new CombinedDetector(3, BandPlanner.plan(1), 0.6).layout(1L << 31);
    for (NameThresholds names : TestNames.THRESHOLDS) {
      TableLayout named = ItemLayouts.of(plain, names);
      assertThat(named.id()).isEqualTo(plain.id());
      Path at = folder.resolve("names-" + TestNames.THRESHOLDS.indexOf(names));
      try (TableIndex index = open(at, named, MEMORY)) {
        index.refresh();
        for (int i = 0; i < 40; i++) {
          index.put(index.nextOrdinal(), onlyInBands(i / 2, i % 2));
        }
      }
      try (TableIndex index = open(at, plain, MEMORY)) {
        for (int group = 0; group < 20; group++) {
          assertThat(index.lookup(onlyInBands(group, 2)).ordinal()).isEqualTo(2L * group);
        }
      }
    }
  }

  @Test
  void shouldReadTheFileInsteadOfTheLog() throws IOException {
    TableLayout layout = LAYOUTS.get(1);
    put(folder, layout, 0, 3_000);
    try (TableIndex index = open(folder, layout, MEMORY)) {
      DeltaTables read = delta(folder, layout, index);
      assertThat(read.next()).isEqualTo(3_000);
      DeltaTables filled = new DeltaTables(layout, 0, MEMORY);
      for (int i = 0; i < 3_000; i++) {
        filled.add(index.get(i), MEMORY);
      }
      assertSame(read, filled, layout);
    }
  }

  @Test
  void shouldCompleteWhatWasCopiedWhileLeadersWereAdded() throws IOException {
    for (TableLayout layout : LAYOUTS) {
      DeltaTables delta = new DeltaTables(layout, 7, MEMORY);
      SplittableRandom random = new SplittableRandom(3);
      for (int i = 0; i < 500; i++) {
        delta.add(leader(i), MEMORY);
      }
      Path file = folder.resolve("tables");
      int copied;
      try (ChunkOutput out = new ChunkOutput(file)) {
        copied =
            delta.write(
                out,
                piece -> {
                  out.hold(piece);
                  for (int more = random.nextInt(60); more > 0; more--) {
                    delta.add(leader((int) delta.next() - 7), MEMORY);
                  }
                  out.writeHeld();
                });
        out.finish();
      }
      DeltaTables read;
      try (ChunkInput in = new ChunkInput(file)) {
        read = DeltaTables.read(in, layout, 7, MEMORY);
      }
      assertThat(read.next()).isGreaterThan(500).isLessThan(7 + copied);
      List<ComparedPage> missing = new ArrayList<>();
      for (int i = (int) read.next() - 7; i < delta.next() - 7; i++) {
        missing.add(leader(i));
      }
      int half = missing.size() / 2;
      read.addAll(missing.subList(0, half), MEMORY);
      for (ComparedPage one : missing.subList(half, missing.size())) {
        read.add(one, MEMORY);
      }
      assertSame(read, delta, layout);
    }
  }

  private static void assertSame(DeltaTables one, DeltaTables other, TableLayout layout) {
    assertThat(one.next()).isEqualTo(other.next());
    for (int t = 0; t < layout.tables().size(); t++) {
      assertThat(one.entries(t)).isEqualTo(other.entries(t));
      for (int part = 0; part < other.parts(t); part++) {
        assertThat(one.sortedEntries(t, part)).isEqualTo(other.sortedEntries(t, part));
      }
    }
    for (EntryPayload payload : EntryPayload.values()) {
      assertThat(one.payloads(payload)).isEqualTo(other.payloads(payload));
    }
  }

  @Test
  void shouldSaveWhileLeadersAreAddedAndNeverWhatACrashUndoes() {
    TableLayout layout = LAYOUTS.get(1);
    long memory = 1L << 24;
    Queue<Runnable> background = new ArrayDeque<>();
    TableIndex index =
        new TableIndex(folder, leaders -> layout, RuleSettings.DEFAULT, memory, background::add);
    index.refresh();
    putMore(index, 6_000);
    index.commit(1); // a copy is due
    putMore(index, 1_000);
    runAll(background);
    assertThat(saved(folder)).as("of leaders that are not committed").doesNotExist();
    index.commit(2); // they are
    putMore(index, 1_000);
    assertThat(saved(folder)).as("of leaders that are not durable").doesNotExist();
    runAll(background);
    assertThat(saved(folder)).exists();
    index.abandon();
    try (TableIndex again = open(folder, layout, memory)) {
      assertThat(again.nextOrdinal()).isBetween(7_000L, 8_000L);
      assertThat(delta(folder, layout, memory, again).next()).isEqualTo(7_000);
    }
  }

  @Test
  void shouldSaveWhatIsBeingWrittenToDisk() throws IOException {
    TableLayout layout = LAYOUTS.get(1);
    long memory = 1L << 20;
    List<String> expected;
    try (TableIndex index =
        new TableIndex(folder, leaders -> layout, RuleSettings.DEFAULT, memory, work -> {})) {
      index.refresh();
      while (!index.merging()) {
        putMore(index, 1);
      }
      putMore(index, 100);
      expected = answers(index);
    }
    try (TableIndex again = open(folder, layout, memory)) {
      assertThat(delta(folder, layout, memory, again).next())
          .isGreaterThan(1_000)
          .isEqualTo(again.nextOrdinal() - 101);
      assertThat(answers(again)).isEqualTo(expected);
    }
  }

  private static void runAll(Queue<Runnable> background) {
    for (Runnable next = background.poll(); next != null; next = background.poll()) {
      next.run();
    }
  }

  private static void putMore(TableIndex index, int count) {
    for (int i = 0; i < count; i++) {
      index.put(index.nextOrdinal(), leader((int) index.nextOrdinal()));
    }
  }

  @Test
  void shouldNotUseWhatIsDamaged() throws IOException {
    TableLayout layout = LAYOUTS.get(1);
    put(folder, layout, 0, 3_000);
    List<String> expected = answers(folder, layout, MEMORY);
    byte[] whole = Files.readAllBytes(saved(folder));
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20; i++) {
      Files.write(saved(folder), whole);
      try (RandomAccessFile file = new RandomAccessFile(saved(folder).toFile(), "rw")) {
        if (i % 2 == 0) {
          file.setLength(random.nextInt(whole.length));
        } else {
          long at = random.nextInt(whole.length);
          file.seek(at);
          file.write(whole[(int) at] ^ (1 << random.nextInt(8)));
        }
      }
      TableIndex index = open(folder, layout, MEMORY);
      try {
        assertThat(delta(folder, layout, index)).isNull();
        assertThat(answers(index)).isEqualTo(expected);
      } finally {
        index.abandon();
      }
    }
  }

  @Test
  void shouldNotUseWhatIsOfAnotherIndex() throws IOException {
    TableLayout layout = LAYOUTS.get(1);
    Path other = folder.resolve("other");
    Path own = folder.resolve("own");
    put(other, layout, 5, 3_005); // other leaders of the same ordinals
    put(own, layout, 0, 2_000);
    Files.delete(saved(own));
    Files.copy(saved(other), saved(own));
    assertThatThrownBy(() -> open(own, layout, MEMORY))
        .as("of leaders that are not there")
        .isInstanceOf(DamagedIndexException.class)
        .hasMessageContaining(own + " is older than its tables");

    Files.delete(saved(own));
    put(own, layout, 2_000, 3_000);
    List<String> expected = answers(own, layout, MEMORY);
    Files.delete(saved(own));
    Files.copy(saved(other), saved(own));
    assertThat(answers(own, layout, MEMORY)).as("of other leaders").isEqualTo(expected);
    assertThat(answers(own, layout, MEMORY / 2)).as("in other memory").isEqualTo(expected);
  }

  @Test
  void shouldNotUseWhatIsOfAnotherLayout() throws IOException {
    List<TableLayout> layouts =
        List.of(
            TableLayout.all(3).get(0),
            TableLayout.all(3).get(1),
            new CombinedDetector(3, BandPlanner.plan(0.8), 0.6).layout(1),
            new CombinedDetector(3, BandPlanner.plan(0.7), 0.6).layout(1));
    for (int i = 0; i < layouts.size(); i++) {
      put(folder.resolve("layout-" + i), layouts.get(i), 0, 2_000);
    }
    for (int i = 0; i < layouts.size(); i++) {
      Path own = folder.resolve("layout-" + i);
      List<String> expected = answers(own, layouts.get(i), MEMORY);
      for (int other = 0; other < layouts.size(); other++) {
        if (other != i) {
          Files.copy(
              saved(folder.resolve("layout-" + other)),
              saved(own),
              StandardCopyOption.REPLACE_EXISTING);
          assertThat(answers(own, layouts.get(i), MEMORY)).isEqualTo(expected);
        }
      }
    }
  }

  private static DeltaTables delta(Path at, TableLayout layout, TableIndex index) {
    return delta(at, layout, MEMORY, index);
  }

  private static DeltaTables delta(Path at, TableLayout layout, long memory, TableIndex index) {
    String id = "11 " + layout.id();
    return new SavedDelta(at, id, layout, memory, index.nextOrdinal(), index::get).take(0, 0);
  }

  private static Path saved(Path at) {
    return at.resolve("delta.saved");
  }

  private static TableIndex open(Path at, TableLayout layout, long memory) {
    return TableIndex.open(at, layout, RuleSettings.DEFAULT, memory);
  }

  /** Puts leaders made from such numbers, and closes. */
  private static void put(Path at, TableLayout layout, int from, int to) {
    try (TableIndex index = open(at, layout, MEMORY)) {
      index.refresh();
      for (int i = from; i < to; i++) {
        index.put(index.nextOrdinal(), leader(i));
      }
    }
  }

  /** One of some pages with the same sketch, whose SimHashes are far apart. */
  private static ComparedPage onlyInBands(int group, int page) {
    long simhash = new SplittableRandom(group).nextLong() ^ 0x3ffL << (10 * page);
    return Pages.page(4 * group + page, simhash, Pages.sketch(group));
  }

  private static ComparedPage leader(int i) {
    long simhash = new SplittableRandom(i / 4).nextLong() ^ 1L << (i % 64);
    return Pages.page(i, simhash, Pages.differing(Pages.sketch(i / 4), i % 80));
  }

  private static List<String> answers(Path at, TableLayout layout, long memory) {
    try (TableIndex index = open(at, layout, memory)) {
      return answers(index);
    }
  }

  private static List<String> answers(TableIndex index) {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Lookup found = index.lookup(leader(25 * i + 2));
      answers.add(
          found.match() + " " + found.ordinal() + " " + found.compared() + " " + found.table());
    }
    return answers;
  }
}

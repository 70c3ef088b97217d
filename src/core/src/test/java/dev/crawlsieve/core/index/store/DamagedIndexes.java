package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.Lookup;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Builds an index, damages its files in thousands of ways, and opens and uses what is left, as the
 * owner of a changelog would. A program of its own, since RocksDB could end it.
 *
 * <p>Damage must be found, or change nothing: leaders that are lost are those after a commit, which
 * the changelog has, and with them every answer is that of a linear scan.
 *
 * <p>Arguments: a new folder, the number of cases and of leaders, the number of the first case, and
 * seeds. Exits with 1 if a case fails. The file {@code case} in the folder names the present one.
 */
final class DamagedIndexes {

  /** What becomes of a folder. */
  private enum Outcome {
    /** Damage is found when it is opened. */
    REFUSED,
    /** Damage is found when it is read or written, and again when it is opened. */
    FOUND,
    /** It is as it was at an earlier commit. */
    OLDER,
    /** Nothing is different. */
    HARMLESS
  }

  private static final int PROBES = 2_000;
  private static final int SCANNED = 2_000_000; // comparisons
  private static final int TIMES_OPENED = 6;
  private static final long HANGS_AFTER_MILLIS = 600_000;

  private final Path folder;
  private final IndexSettings settings;
  private final int leaders;
  private final int more;
  private final List<Path> earlier = new ArrayList<>();
  private final List<ComparedPage> probes = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private final List<String> answersWithMore = new ArrayList<>();

  private DamagedIndexes(Path folder, IndexSettings settings, int leaders) throws IOException {
    this.folder = folder;
    this.settings = settings;
    this.leaders = leaders;
    more = Math.min(500, leaders / 4);
    SplittableRandom random = new SplittableRandom(leaders);
    int all = Math.max(PROBES, leaders / 10);
    for (int i = 0; i < all; i++) {
      probes.add(probe(random));
    }
    build();
  }

  private Path whole() {
    return folder.resolve("whole");
  }

  private ComparedPage leader(int i) {
    return Pages.page(i, 0, content(i), simhash(i), Pages.sketch(i), true);
  }

  private long simhash(int i) {
    return Keys.mix(settings.memoryBytes() + i);
  }

  private ContentHash content(int i) {
    return new ContentHash(simhash(i), i);
  }

  /** A copy of a leader, exact or near, or a page that is none. */
  private ComparedPage probe(SplittableRandom random) {
    int i = random.nextInt(leaders + more);
    long id = 1_000_000_000L + random.nextInt(1 << 28);
    if (random.nextInt(4) == 0) {
      return Pages.page(id, 0, content(i), simhash(i), Pages.sketch(i), true);
    }
    long simhash = simhash(i);
    for (int flips = random.nextInt(6); flips > 0; flips--) {
      simhash ^= 1L << random.nextInt(Long.SIZE);
    }
    int place = random.nextInt(80);
    short[] sketch = Pages.differing(Pages.sketch(i), place, place + 1, place + 2);
    return Pages.page(id, 0, new ContentHash(Keys.mix(id), id), simhash, sketch, true);
  }

  private TableIndex open(Path at) {
    return TableIndex.open(at, settings);
  }

  private void put(TableIndex index, int to) {
    for (int i = (int) index.nextOrdinal(); i < to; i++) {
      index.advance(5L * i);
      index.put(i, leader(i));
      if (i % 100 == 99) {
        index.commit(i + 1);
      }
    }
    index.commit(to);
  }

  private void build() throws IOException {
    for (int time = 1; time <= TIMES_OPENED; time++) {
      try (TableIndex index = open(whole())) {
        index.refresh();
        put(index, time * leaders / TIMES_OPENED);
        if (time == TIMES_OPENED / 2) {
          index.flush();
          Path killed = folder.resolve("killed");
          FolderCopies.copy(whole(), killed);
          earlier.add(killed);
        }
      }
      if (time < TIMES_OPENED && time % 2 == 1) {
        Path then = folder.resolve("then" + time);
        FileDamage.copy(whole(), then);
        earlier.add(then);
      }
    }
    Path copy = folder.resolve("intact");
    FileDamage.copy(whole(), copy);
    try (TableIndex index = open(copy)) {
      index.refresh();
      answers.addAll(answers(index, 1));
      compareWithScan(answers, leaders);
      put(index, leaders + more);
      answersWithMore.addAll(answers(index, 1));
      compareWithScan(answersWithMore, leaders + more);
    }
    FastFolder.remove(copy);
  }

  private List<String> answers(TableIndex index, int every) {
    List<String> given = new ArrayList<>();
    for (int i = 0; i < probes.size(); i += every) {
      given.add(shown(index.lookup(probes.get(i))));
    }
    return given;
  }

  private static String shown(Lookup found) {
    return found.match() + " " + found.ordinal() + " " + found.nearness();
  }

  private void compareWithScan(List<String> given, int to) {
    LinearScanIndex scan = new LinearScanIndex(Detector.of(settings.detector()), settings.rule());
    for (int i = 0; i < to; i++) {
      scan.advance(5L * i);
      scan.put(i, leader(i));
    }
    int every = Math.max(1, (int) ((long) to * probes.size() / SCANNED));
    for (int i = 0; i < given.size(); i += every) {
      ensure(shown(scan.lookup(probes.get(i))).equals(given.get(i)), "the scan differs");
    }
  }

  private static void ensure(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  private Outcome outcome(Path at, SplittableRandom random) {
    TableIndex index;
    try {
      index = open(at);
    } catch (DamagedIndexException e) {
      ensure(e.getMessage().contains(at.toString()), "does not name the folder: " + e);
      return Outcome.REFUSED;
    }
    try {
      Outcome outcome = used(index, random);
      index.close();
      if (random.nextInt(4) == 0) {
        try (TableIndex again = open(at)) {
          ensure(again.position() == leaders + more, "position " + again.position() + " later");
          compare(again, answersWithMore, 7, "opened again");
        }
      }
      return outcome;
    } catch (DamagedIndexException e) {
      index.abandon();
      try {
        open(at).abandon();
      } catch (DamagedIndexException known) {
        return Outcome.FOUND;
      }
      throw new AssertionError("was found to be damaged, and is opened again", e);
    } finally {
      index.abandon();
    }
  }

  private Outcome used(TableIndex index, SplittableRandom random) {
    long there = index.nextOrdinal();
    ensure(there <= leaders, there + " leaders");
    ensure(index.position() == (there == 0 ? -1 : there), "position " + index.position());
    int every = Math.max(1, leaders / 20_000);
    for (int i = (int) index.firstOrdinal() + random.nextInt(every); i < there; i += every) {
      ComparedPage found = index.get(i);
      ensure(found != null && Arrays.equals(found.stored(), leader(i).stored()), "leader " + i);
    }
    put(index, leaders);
    compare(index, answers, 1, "at first");
    put(index, leaders + more);
    compare(index, answersWithMore, 3, "with more leaders");
    return there < leaders ? Outcome.OLDER : Outcome.HARMLESS;
  }

  private void compare(TableIndex index, List<String> expected, int every, String when) {
    List<String> given = answers(index, every);
    int other = 0;
    for (int i = 0; i < given.size(); i++) {
      other += given.get(i).equals(expected.get(i * every)) ? 0 : 1;
    }
    ensure(other == 0, "SILENTLY WRONG: " + other + " of " + given.size() + " answers, " + when);
  }

  /** Damages a copy of the index, and uses it; null if that is as it must be. */
  private String failure(long seed, Path other, Map<String, Map<Outcome, Integer>> counts)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Path at = folder.resolve("damaged");
    FileDamage.copy(whole(), at);
    FileDamage damage = new FileDamage(random, earlier, other);
    try {
      damage.damage(at);
      Outcome outcome = outcome(at, random);
      String kind = damage.toString().replaceAll(" .*", "");
      counts
          .computeIfAbsent(kind, any -> new EnumMap<>(Outcome.class))
          .merge(outcome, 1, Integer::sum);
      return null;
    } catch (Exception | AssertionError e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      return damage + "\n" + trace;
    } finally {
      FastFolder.remove(at);
    }
  }

  private static List<IndexSettings> settings(int leaders) {
    // some of the tables in memory, some on disk
    long memory = Math.max(1 << 17, 50L * leaders);
    RuleSettings expiring = new RuleSettings(Duration.ofMillis(4L * leaders), false);
    return List.of(
        new IndexSettings(DetectorSettings.simhash(3), leaders, memory),
        new IndexSettings(DetectorSettings.DEFAULT, leaders, 2 * memory),
        new IndexSettings(DetectorSettings.simhash(3), expiring, leaders, memory + 1));
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int cases = Integer.parseInt(args[1]);
    int leaders = Integer.parseInt(args[2]);
    int first = Integer.parseInt(args[3]);
    List<DamagedIndexes> indexes = new ArrayList<>();
    for (IndexSettings one : settings(leaders)) {
      indexes.add(new DamagedIndexes(folder.resolve("" + indexes.size()), one, leaders));
    }
    int failures = 0;
    for (int s = 4; s < args.length; s++) {
      failures += failures(indexes, folder, Long.parseLong(args[s]), first, cases);
    }
    System.exit(failures == 0 ? 0 : 1);
  }

  private static int failures(
      List<DamagedIndexes> indexes, Path folder, long seed, int first, int cases)
      throws IOException {
    System.out.println("seed " + seed);
    Map<String, Map<Outcome, Integer>> counts = new TreeMap<>();
    int failures = 0;
    for (int i = first; i < first + cases; i++) {
      int number = i;
      Thread alarm = new Thread(() -> tellOfHanging(number));
      alarm.setDaemon(true);
      alarm.start();
      Files.writeString(folder.resolve("case"), "case " + i + " of seed " + seed);
      DamagedIndexes other = indexes.get((i + 1) % indexes.size());
      String failure =
          indexes.get(i % indexes.size()).failure(Keys.mix(seed) + i, other.whole(), counts);
      alarm.interrupt();
      if (failure != null) {
        failures++;
        System.out.println("case " + i + " of seed " + seed + ": " + failure);
      }
    }
    report(cases, failures, counts);
    return failures;
  }

  private static void tellOfHanging(int number) {
    try {
      Thread.sleep(HANGS_AFTER_MILLIS);
    } catch (InterruptedException e) {
      return; // it has ended
    }
    System.out.println("case " + number + " hangs");
    Thread.getAllStackTraces()
        .forEach((thread, frames) -> System.out.println(thread + " " + Arrays.toString(frames)));
    Runtime.getRuntime().halt(3);
  }

  private static void report(int cases, int failures, Map<String, Map<Outcome, Integer>> counts) {
    Map<Outcome, Integer> sums = new EnumMap<>(Outcome.class);
    counts.forEach(
        (kind, of) -> {
          System.out.println(kind + " " + of);
          of.forEach((outcome, count) -> sums.merge(outcome, count, Integer::sum));
        });
    System.out.println(
        String.format(Locale.ROOT, "%,d cases, %d failed: %s", cases, failures, sums));
  }
}

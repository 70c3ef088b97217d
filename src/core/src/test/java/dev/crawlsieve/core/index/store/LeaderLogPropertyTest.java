package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Leader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.rocksdb.RocksDBException;

/** The log behaves like a list, wherever its records are and whatever happened to it. */
class LeaderLogPropertyTest {

  private final List<byte[]> all = new ArrayList<>();
  private ExecutorService threads;
  private Path folder;
  private RocksFolder files;
  private LeaderLog log;

  @BeforeTry
  void makeFolder() throws IOException {
    folder = FastFolder.make("log");
    files = new RocksFolder(folder);
    threads = Executors.newCachedThreadPool();
  }

  @AfterTry
  void deleteFolder() throws IOException {
    log.stop();
    files.close();
    threads.shutdown();
    all.clear();
    FastFolder.remove(folder);
  }

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void sameRecordsAsAList(
      @ForAll @IntRange(min = 0, max = 2) int executor,
      @ForAll @IntRange(min = 1, max = 20_000) int pageBytes,
      @ForAll long seed) {
    Executor writers = List.<Executor>of(threads, Runnable::run, never -> {}).get(executor);
    SplittableRandom random = new SplittableRandom(seed);
    log = open(writers, pageBytes);
    List<LeaderLog.CommitPoint> commits = new ArrayList<>(List.of(LeaderLog.CommitPoint.NONE));
    int durable = 0;
    for (int step = 0; step < 400; step++) {
      switch (random.nextInt(30)) {
        case 0 -> log.write();
        case 1 -> {
          long most = random.nextInt(5) * 10_000L;
          log.trim(() -> most);
        }
        case 2 -> log.dropBelow(log.first() + random.nextInt(1 + all.size() - (int) log.first()));
        case 3 -> commits.add(commit(commits.size()));
        case 6 -> {
          files.flush();
          durable = commits.size() - 1;
        }
        case 4 -> {
          log.stop();
          files.close(); // what was not flushed is lost
          files = new RocksFolder(folder);
          log = open(writers, pageBytes);
          LeaderLog.CommitPoint found = LeaderLog.CommitPoint.read(files);
          assertThat(commits.subList(durable, commits.size())).contains(found);
          commits.subList(commits.indexOf(found) + 1, commits.size()).clear();
          durable = commits.size() - 1;
          assertThat(log.first()).isEqualTo(found.first());
          assertThat(log.next()).isEqualTo(found.next());
          all.subList((int) log.next(), all.size()).clear();
        }
        case 5 -> assertRange(random);
        default -> {
          byte[] stored = record(random, all.size());
          log.append(ComparedPage.wrap(stored));
          all.add(stored);
        }
      }
      assertThat(log.next()).isEqualTo(all.size());
      for (int i = 0; i < 4; i++) {
        assertSame(random.nextInt(all.size() + 1));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      assertSame(i);
    }
  }

  private LeaderLog open(Executor writers, int pageBytes) {
    return new LeaderLog(files, LeaderLog.CommitPoint.read(files), writers, pageBytes);
  }

  private LeaderLog.CommitPoint commit(long position) {
    log.write();
    LeaderLog.CommitPoint point = new LeaderLog.CommitPoint(position, log.first(), log.next());
    files.putMetas(point::put);
    log.deleteDropped();
    return point;
  }

  /**
   * Most have the usual length; some are longer than a page, or need a length of two or three
   * bytes.
   */
  private static byte[] record(SplittableRandom random, int id) {
    return Pages.page(id, random.nextLong(), random.nextInt(1 << random.nextInt(16))).stored();
  }

  private void assertSame(int ordinal) {
    ComparedPage leader = log.get(ordinal);
    if (ordinal < log.first() || ordinal >= all.size()) {
      assertThat(leader).isNull();
    } else {
      assertThat(leader.stored()).isEqualTo(all.get(ordinal));
    }
  }

  private void assertRange(SplittableRandom random) {
    int from = random.nextInt(all.size() + 1);
    int to = from + random.nextInt(50);
    try (LeaderLog.Range range = log.range(from, to)) {
      for (long next = Math.max(from, log.first()); next <= to && next < all.size(); next++) {
        Leader leader = range.next();
        assertThat(leader.ordinal()).isEqualTo(next);
        assertThat(leader.record().stored()).isEqualTo(all.get((int) next));
      }
      assertThat(range.next()).isNull();
    }
  }

  @Example
  void shouldGoOnBeyondTheLastOne() {
    log = open(threads, 1_000);
    appendTo(10);
    log.dropBelow(50);
    assertThat(log.next()).isEqualTo(50);
    log.append(Pages.page(50, 50));
    assertThat(log.get(9)).isNull();
    assertThat(log.get(50).stored()).isEqualTo(Pages.page(50, 50).stored());
    commit(1);
    log = open(threads, 1_000);
    assertThat(log.first()).isEqualTo(50);
    assertThat(log.next()).isEqualTo(51);
  }

  @Example
  void shouldKeepTheNewestPagesThatThereIsRoomFor() {
    log = open(Runnable::run, 1_000);
    appendTo(100);
    log.write();
    log.trim(() -> 10_000);
    assertThat(log.keptBytes()).isBetween(8_000L, 10_000L);
    appendTo(110);
    log.trim(() -> 0);
    assertThat(log.keptBytes()).isZero();
    for (int i = 0; i < 110; i++) {
      assertSame(i);
    }
  }

  @Example
  void shouldSayWhyAPageWasNotWrittenAndLoseNone() throws RocksDBException {
    log = open(threads, 2_000);
    appendTo(10);
    log.write();
    files.db().dropColumnFamily(files.leaders()); // so that every write fails
    assertThatThrownBy(() -> appendTo(100))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("cannot write leaders of the index in " + folder)
        .hasRootCauseInstanceOf(RocksDBException.class);
    assertThat(all).hasSizeBetween(11, 40); // at the page after it, or the next
    assertThatThrownBy(() -> log.write()).isInstanceOf(IndexException.class);
    log.trim(() -> 0);
    for (int i = 10; i < all.size(); i++) {
      assertSame(i);
    }
  }

  private void appendTo(int leaders) {
    while (all.size() < leaders) {
      ComparedPage leader = Pages.page(all.size(), Keys.mix(all.size()));
      log.append(leader);
      all.add(leader.stored());
    }
  }
}

package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.TableLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("hasCores")
class LookAheadTest {

  private static final TableLayout LAYOUT = TableLayout.all(0).get(0);

  private static final long AMPLE = 1 << 20;

  private final Queue<Runnable> work = new ArrayDeque<>();
  private final HelperThreads threads = new HelperThreads(work::add);
  private final DiskWaits waits = new DiskWaits();
  private final List<ComparedPage> asked = new ArrayList<>();
  private LookAhead ahead;

  static boolean hasCores() {
    return Runtime.getRuntime().availableProcessors() > 1; // or nothing is asked ahead
  }

  @BeforeEach
  void open() {
    ahead = open(AMPLE);
  }

  private LookAhead open(long maxBytes) {
    return new LookAhead(
        page -> {
          asked.add(page.page());
          return new BegunLookup(page.page(), LAYOUT, page.from());
        },
        threads,
        waits::share,
        maxBytes);
  }

  private void runAll() {
    while (!work.isEmpty()) {
      work.remove().run();
    }
  }

  private static List<ComparedPage> pages(int count) {
    return LongStream.range(0, count).mapToObj(i -> Pages.page(i, i)).toList();
  }

  @Test
  void shouldGiveEachAnswerOnce() {
    List<ComparedPage> pages = pages(5);
    ahead.expect(pages, 7);
    assertThat(ahead.take(pages.get(0))).as("nobody has begun").isNull();
    runAll();
    assertThat(asked).containsExactlyElementsOf(pages.subList(1, 5));
    assertThat(ahead.take(Pages.page(2, 99))).as("another page at that offset").isNull();
    BegunLookup found = ahead.take(pages.get(2));
    assertThat(ahead.holds(found, 7)).isTrue();
    assertThat(ahead.take(pages.get(2))).isNull();
    assertThat(ahead.take(pages.get(3))).isNotNull();
    assertThat(ahead.take(Pages.page(5, 5))).as("not expected").isNull();
  }

  @Test
  void shouldGoOnAfterAnythingThatIsThrown() {
    RuntimeException thrown = new IllegalStateException("not of the index");
    List<ComparedPage> pages = pages(20);
    ahead =
        new LookAhead(
            page -> {
              asked.add(page.page());
              throw thrown;
            },
            threads,
            waits::share,
            AMPLE);
    for (ComparedPage page : pages) {
      ahead.expect(List.of(page), 0);
      assertThatThrownBy(this::runAll).isSameAs(thrown);
      assertThat(ahead.take(page)).as("whoever comes for it asks").isNull();
    }
    assertThat(asked).isEqualTo(pages);
  }

  @Test
  void shouldNotHoldWhenTablesHaveChangedOrOthersHaveExpired() {
    List<ComparedPage> pages = pages(3);
    ahead.expect(pages, 0);
    runAll();
    BegunLookup before = ahead.take(pages.get(0));
    assertThat(ahead.holds(before, 0)).isTrue();
    assertThat(ahead.holds(before, 1)).isFalse();
    ahead.change(() -> {});
    assertThat(ahead.holds(before, 0)).isFalse();
    assertThat(ahead.holds(ahead.take(pages.get(1)), 0)).isFalse();
    ahead.expect(pages, 0);
    runAll();
    assertThat(ahead.holds(ahead.take(pages.get(1)), 0)).isTrue();
  }

  @Test
  void shouldExpectNoMoreThanItsBound() {
    List<ComparedPage> pages = pages(9_000);
    ahead = open(100L << 20);
    ahead.expect(pages, 0);
    ahead.expect(pages.subList(4_096, 9_000), 0);
    runAll();
    assertThat(asked).containsExactlyElementsOf(pages.subList(0, 4_096));
    asked.clear();
    ahead = open(1); // less than a page
    ahead.expect(pages, 0);
    runAll();
    assertThat(asked).isEmpty();
    ahead = open(10_000);
    ahead.expect(pages, 0);
    runAll();
    assertThat(asked.size()).isBetween(10, 30);
    assertThat(asked).containsExactlyElementsOf(pages.subList(0, asked.size()));
  }

  @Test
  void shouldForgetPagesThatNobodyCameFor() {
    List<ComparedPage> pages = pages(9_000);
    ahead = open(100L << 20);
    ahead.expect(pages, 0);
    assertThat(ahead.take(pages.get(4_000))).as("of which it is one").isNull();
    ahead.expect(pages.subList(4_096, 9_000), 0);
    runAll();
    assertThat(asked).containsExactlyElementsOf(pages.subList(4_001, 4_001 + 4_096));
    assertThat(ahead.take(pages.get(5_000))).isNotNull();
    assertThat(ahead.take(pages.get(4_999))).isNull();
    ahead.expect(pages.subList(100, 200), 0); // are read again
    runAll();
    assertThat(ahead.take(pages.get(150))).isNotNull();
    assertThat(ahead.take(pages.get(5_001))).isNotNull();
  }

  @Test
  void shouldKeepNoAnswersBeyondItsBound() {
    ComparedPage leader = Pages.page(1, 1);
    ahead =
        new LookAhead(
            page -> {
              BegunLookup found = new BegunLookup(page.page(), LAYOUT, 0);
              for (int i = 0; i < 1_000; i++) {
                found.candidates(1).add(i, 0, 1);
              }
              return found;
            },
            threads,
            waits::share,
            100_000);
    List<ComparedPage> pages = pages(30);
    ahead.expect(pages, 0);
    runAll();
    assertThat(pages.stream().filter(page -> ahead.take(page) != null).count()).isBetween(5L, 12L);
    assertThat(ahead.take(leader)).isNull();
  }

  @Test
  void shouldGoOnWherePagesCannotBeAskedFor() {
    List<ComparedPage> pages = pages(4);
    ahead =
        new LookAhead(
            page -> {
              if (page.page() == pages.get(1)) {
                throw new IndexException("unreadable");
              }
              return new BegunLookup(page.page(), LAYOUT, 0);
            },
            threads,
            waits::share,
            AMPLE);
    ahead.expect(pages, 0);
    runAll();
    assertThat(ahead.take(pages.get(1))).isNull();
    assertThat(ahead.take(pages.get(2))).isNotNull();
  }

  @Test
  void shouldLetMergesGoFirst() {
    List<Integer> done = new ArrayList<>();
    HelperThreads busy = new HelperThreads(work::add);
    int cores = Runtime.getRuntime().availableProcessors();
    ahead =
        new LookAhead(page -> new BegunLookup(page.page(), LAYOUT, 0), busy, waits::share, AMPLE);
    List<ComparedPage> pages = pages(3);
    nested(busy, cores - 1, () -> ahead.expect(pages, 0), done);
    assertThat(done).hasSize(cores - 1);
    assertThat(ahead.take(pages.get(0))).as("while all other cores are in use").isNull();
    runAll(); // the last merge to end starts it
    assertThat(ahead.take(pages.get(1))).isNotNull();
  }

  @Test
  void shouldAskOnMoreThreadsWhereReadsWaitForTheDisk() {
    List<ComparedPage> pages = pages(100);
    for (int i = 0; i < 1_000; i++) {
      waits.add(true);
    }
    assertThat(waits.share()).isGreaterThan(0.99);
    int cores = Runtime.getRuntime().availableProcessors();
    HelperThreads busy = new HelperThreads(work::add);
    ahead =
        new LookAhead(page -> new BegunLookup(page.page(), LAYOUT, 0), busy, waits::share, AMPLE);
    ahead.expect(pages.subList(0, 3), 0);
    assertThat(work).as("no more than there are pages").hasSize(3);
    ahead.expect(pages.subList(3, 100), 0);
    assertThat(work).hasSize(16 + Math.min(4, cores - 1));
    for (int i = 0; i < 1_000; i++) {
      waits.add(false);
    }
    assertThat(waits.share()).isLessThan(0.01);
    runAll();
    assertThat(ahead.take(pages.get(0))).isNotNull();
    assertThat(ahead.take(pages.get(99))).isNotNull();
  }

  /** Runs work in the middle of so much other work. */
  private void nested(HelperThreads busy, int depth, Runnable last, List<Integer> done) {
    if (depth == 0) {
      last.run();
      assertThat(work).as("nothing is started").isEmpty();
      return;
    }
    busy.execute(() -> nested(busy, depth - 1, last, done));
    work.remove().run();
    done.add(depth);
  }

  @Test
  void shouldShareTheWorkWithWhoeverWaits() throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      ahead =
          new LookAhead(
              page -> new BegunLookup(page.page(), LAYOUT, 0),
              new HelperThreads(pool),
              waits::share,
              AMPLE);
      List<ComparedPage> pages = pages(3_000);
      int found = 0;
      // helpers of a busy machine may find nothing in the first rounds
      for (int round = 0; round < 20 || (found == 0 && round < 10_000); round++) {
        ahead.expect(pages, 0);
        for (ComparedPage page : pages) {
          found += ahead.take(page) == null ? 0 : 1;
        }
      }
      assertThat(found).isPositive();
    } finally {
      ahead.close();
      pool.shutdownNow();
    }
    ahead.expect(pages(3), 0);
    assertThat(ahead.take(Pages.page(1, 1))).as("closed").isNull();
  }
}

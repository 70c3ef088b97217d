package dev.crawlsieve.core.index.store;

import static dev.crawlsieve.core.work.ThreadOrders.ensure;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.work.ThreadOrders;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The index's background work and its reading ahead, under many orders of the threads. */
@Tag("slow")
public final class IndexOrdersTest {

  private static final TableLayout LAYOUT = TableLayout.all(0).get(0);
  private static final ComparedPage FIRST = Pages.page(0, 0);
  private static final ComparedPage SECOND = Pages.page(1, 1);

  @Test
  void shouldGiveTheAnswerOfTheThreadThatHasBegun() {
    tryAll(Answer.class);
  }

  @Test
  void shouldNeitherReadTablesThatChangeNorHoldWhatWasReadBefore() {
    tryAll(Change.class);
  }

  @Test
  void shouldReadNothingOnceItIsClosed() {
    tryAll(Close.class);
  }

  /** Lincheck does not know handles of byte arrays; the collections are behind monitors. */
  private static void tryAll(Class<?> scenario) {
    ThreadOrders.tryAll(
        scenario,
        ComparedPage.class.getName(),
        BegunLookup.class.getName(),
        "java.util.ArrayDeque",
        "java.util.Arrays",
        "java.util.HashMap",
        "java.util.LinkedHashMap");
  }

  /** A thread that reads ahead, and the owner, which comes while it reads for the first page. */
  private static final class Ahead {

    private final Runnable[] work = new Runnable[1];
    private final LookAhead ahead;
    private final Thread owner;

    /**
     * @param read reads the tables for a page; returns the number of entries
     */
    Ahead(Consumer<LookAhead> owner, ToIntFunction<ComparedPage> read) {
      ahead =
          new LookAhead(
              page -> {
                BegunLookup begun = new BegunLookup(page.page(), LAYOUT, page.from());
                begun.add(read(page.page(), read));
                return begun;
              },
              new HelperThreads(reading -> work[0] = reading),
              () -> 1, // or there are no threads where there is one core
              1 << 20);
      this.owner = new Thread(() -> owner.accept(ahead));
    }

    private int read(ComparedPage page, ToIntFunction<ComparedPage> read) {
      if (page == FIRST) {
        owner.start();
      }
      return read.applyAsInt(page);
    }

    void run(ComparedPage... pages) throws InterruptedException {
      ahead.expect(List.of(pages), 0);
      work[0].run();
      owner.join();
    }
  }

  /** The owner wants the page that is being read, and waits. */
  public static final class Answer {

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      CountDownLatch waits = new CountDownLatch(1);
      BegunLookup[] found = new BegunLookup[1];
      new Ahead(
              ahead -> found[0] = ahead.take(FIRST),
              page -> {
                if (page == SECOND) { // by the owner, meanwhile
                  waits.countDown();
                } else {
                  await(waits);
                }
                return 1;
              })
          .run(FIRST, SECOND);
      ensure(found[0] != null, "the answer is lost");
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The owner changes the tables. */
  public static final class Change {

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      int[] tables = {1};
      boolean[] outdated = new boolean[1];
      new Ahead(
              ahead -> {
                ahead.change(
                    () -> {
                      tables[0] = 0; // in the middle of it
                      tables[0] = 2;
                    });
                BegunLookup found = ahead.take(FIRST);
                outdated[0] = found != null && ahead.holds(found, 0) && found.entries(0) != 2;
              },
              page -> {
                ensure(tables[0] != 0, "tables are read while they change");
                return tables[0];
              })
          .run(FIRST);
      ensure(!outdated[0], "an answer from the tables before the change holds");
    }
  }

  /** The owner closes. */
  public static final class Close {

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      boolean[] closed = new boolean[1];
      new Ahead(
              ahead -> {
                ahead.close();
                closed[0] = true;
              },
              page -> {
                ensure(!closed[0], "tables are read that are closed");
                return 1;
              })
          .run(FIRST, SECOND);
    }
  }

  @Test
  void shouldDoBackgroundWorkOnceAndWaitForIt() {
    tryAll(Wait.class);
  }

  @Test
  void shouldEndBackgroundWorkThatIsCancelled() {
    tryAll(Cancel.class);
  }

  /** Background work that an executor begins at any time. */
  private static final class Helped {

    private final Thread[] helper = new Thread[1];
    private final BackgroundWork work;

    Helped(Runnable does) {
      work = BackgroundWork.start(this::begin, cancelled -> does.run());
    }

    private void begin(Runnable begun) {
      helper[0] = new Thread(begun);
      helper[0].start();
    }
  }

  /** The owner waits for its end. */
  public static final class Wait {

    private int runs;

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      Helped helped = new Helped(() -> runs++);
      helped.work.await();
      ensure(runs == 1, runs + " runs when it has ended");
      helped.helper[0].join();
      ensure(runs == 1, runs + " runs later");
    }
  }

  /** The owner cancels it. */
  public static final class Cancel {

    private int changes;

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      Helped helped =
          new Helped(
              () -> {
                changes++;
                changes++;
              });
      helped.work.cancel();
      int before = changes;
      helped.helper[0].join();
      ensure(before == 2 && changes == 2, before + " changes before, then " + changes);
    }
  }
}

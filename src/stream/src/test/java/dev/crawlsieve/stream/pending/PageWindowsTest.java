package dev.crawlsieve.stream.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

final class PageWindowsTest {

  private static final int PAGES = 20_000;
  private static final int BODY_BYTES = 1_000;
  private static final int LANES = 8;

  private final FakeCursors cursors = new FakeCursors();
  private final int[] laneOf = new int[PAGES];

  PageWindowsTest() {
    Random random = new Random(5);
    for (int i = 0; i < PAGES; i++) {
      laneOf[i] = random.nextInt(LANES);
      cursors.add(page(i));
    }
  }

  @Test
  void shouldReadEachPageOnceForLanesThatAreAboutAsFar() throws PageGoneException {
    takeAll(new PageWindows(cursors, 0, new PendingBudget(4_000_000)), 100);
    assertThat(cursors.reads()).isBetween(PAGES, PAGES + PAGES / 5);
  }

  @Test
  void shouldHoldNoMoreThanItMay() throws PageGoneException {
    PendingBudget budget = new PendingBudget(100_000);
    PageWindows windows = new PageWindows(cursors, 0, budget);
    takeAll(windows, 1_000);
    assertThat(windows.mostHeldBytes()).isBetween(50_000L, 100_000L);
  }

  @Test
  void shouldAnswerWithoutAnyRoom() throws PageGoneException {
    takeAll(new PageWindows(cursors, 0, new PendingBudget(0)), 100);
  }

  @Test
  void shouldNotReadForOthersWhereThereAreNone() throws PageGoneException {
    PageWindows windows = new PageWindows(cursors, 0, new PendingBudget(4_000_000));
    for (int i = 0; i < PAGES; i += 100) {
      assertThat(windows.take(0, i).value()).isEqualTo(page(i).value());
    }
    assertThat(cursors.reads()).isEqualTo(PAGES / 100);
  }

  @Test
  void shouldSayOfEachPageThatIsGone() throws PageGoneException {
    cursors.retainFrom(10);
    PageWindows windows = new PageWindows(cursors, 0, new PendingBudget(4_000_000));
    for (int i = 0; i < 10; i++) {
      int gone = i;
      assertThatThrownBy(() -> windows.take(gone % 2, gone)).isInstanceOf(PageGoneException.class);
    }
    assertThat(windows.take(0, 10).value()).isEqualTo(page(10).value());
  }

  /** Lanes alternate, with this many pages at a time, until all pages are read. */
  private void takeAll(PageWindows windows, int turn) throws PageGoneException {
    int[] at = new int[LANES];
    int done = 0;
    while (done < PAGES) {
      for (int lane = 0; lane < LANES; lane++) {
        for (int got = 0; got < turn && at[lane] < PAGES; at[lane]++) {
          if (laneOf[at[lane]] == lane) {
            assertThat(windows.take(lane, at[lane]).value()).isEqualTo(page(at[lane]).value());
            got++;
            done++;
          }
        }
      }
    }
  }

  private static Record<byte[], byte[]> page(int number) {
    byte[] value = ByteBuffer.allocate(BODY_BYTES).putInt(number).array();
    return new Record<>(null, value, number);
  }
}

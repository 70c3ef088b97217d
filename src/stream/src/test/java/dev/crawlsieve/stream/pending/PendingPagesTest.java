package dev.crawlsieve.stream.pending;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

final class PendingPagesTest {

  private static final int BODY_BYTES = 1_000;
  private static final int PAGES = 100;
  private static final String URL = "http://a.example/1";

  private final FakeCursors cursors = new FakeCursors();
  private final PendingBudget budget = new PendingBudget(10_000);
  private final PendingPages pending =
      new PendingPages("pending", budget, new PendingBudget(0), cursors);

  @Test
  void shouldHoldTheOldestWithinTheBoundAndReadTheOthersAgain() throws PageGoneException {
    for (int i = 0; i < PAGES; i++) {
      Record<byte[], byte[]> page = page(i);
      cursors.add(page);
      pending.put(0, i, URL, page);
      assertThat(budget.usedBytes()).isLessThanOrEqualTo(10_000);
    }
    for (int i = 0; i < PAGES; i++) {
      assertThat(pending.take(0, i).page().value()).isEqualTo(page(i).value());
    }
    assertThat(cursors.reads()).isBetween(PAGES - 10, PAGES - 5);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldForgetPagesThatNoVerdictCameFor() throws PageGoneException {
    for (int i = 0; i < 5; i++) {
      pending.put(0, i, URL, page(i));
    }
    assertThat(pending.take(0, 4).page().value()).isEqualTo(page(4).value());
    assertThat(cursors.reads()).isZero();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldKeepTheOrderOfEachLane() throws PageGoneException {
    pending.put(0, 0, URL, page(0));
    pending.put(1, 1, URL, page(1));
    pending.put(0, 2, URL, page(2));

    assertThat(pending.take(0, 2).page().value()).isEqualTo(page(2).value());
    assertThat(pending.take(1, 1).page().value()).isEqualTo(page(1).value());
    assertThat(cursors.reads()).isZero();
  }

  @Test
  void shouldGiveItsRoomBackWhenItCloses() {
    pending.put(0, 0, URL, page(0));
    pending.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldSayWhenHalfOfItsMemoryIsTaken() throws PageGoneException {
    int pages = 0;
    while (!pending.isFilling()) {
      assertThat(budget.usedBytes()).isLessThanOrEqualTo(5_000);
      assertThat(pending.put(0, pages, URL, page(pages++))).isTrue();
    }
    assertThat(budget.usedBytes()).isGreaterThan(5_000);
    pending.take(0, 0);
    assertThat(pending.isFilling()).isFalse();
  }

  private static Record<byte[], byte[]> page(int number) {
    byte[] value = ByteBuffer.allocate(BODY_BYTES).putInt(number).array();
    return new Record<>(null, value, number);
  }
}

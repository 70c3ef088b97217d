package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

class LeaderPageTest {

  private static final int[] LENGTHS = {0, 1, 127, 128, 300, 16_383, 16_384, 70_000};

  @Test
  void shouldGiveBackRecordsOfAllLengths() {
    for (int family : new int[] {0, 1, 127, 128, 300, Integer.MAX_VALUE}) {
      LeaderPage page = page(family);
      for (int i = 0; i < LENGTHS.length; i++) {
        assertThat(page.get(1_000 + i)).isEqualTo(stored(i));
      }
      assertThat(page.first()).isEqualTo(1_000);
      assertThat(page.next()).isEqualTo(1_000 + LENGTHS.length);
    }
  }

  @Test
  void shouldHaveRoomForOneThatItIsMadeFor() {
    byte[] stored = stored(4);
    LeaderPage page = new LeaderPage(Integer.MAX_VALUE, 0, LeaderPage.sizeFor(stored));
    assertThat(page.hasRoom(stored)).isTrue();
    page.add(stored);
    assertThat(page.hasRoom(stored)).isFalse();
    assertThat(page.get(0)).isEqualTo(stored);
  }

  @Test
  void shouldBeAWriteOfThePartThatIsAskedFor() throws Exception {
    RocksDB.loadLibrary();
    LeaderPage page = page(1);
    for (int skipped = 0; skipped < LENGTHS.length; skipped++) {
      try (WriteBatch batch = new WriteBatch(page.batch(1_000 + skipped))) {
        assertThat(batch.count()).isEqualTo(LENGTHS.length - skipped);
      }
    }
  }

  private static LeaderPage page(int family) {
    LeaderPage page = new LeaderPage(family, 1_000, 1 << 20);
    for (int i = 0; i < LENGTHS.length; i++) {
      page.add(stored(i));
    }
    return page;
  }

  private static byte[] stored(int i) {
    byte[] stored = new byte[LENGTHS[i]];
    Arrays.fill(stored, (byte) (i + 100));
    return stored;
  }
}

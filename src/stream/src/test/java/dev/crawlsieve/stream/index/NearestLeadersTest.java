package dev.crawlsieve.stream.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.store.Pages;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.TestNames;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearestLeadersTest {

  @TempDir Path folder;

  @Test
  void shouldRankTheNewestOfTheScope() {
    short[] sketch = Pages.sketch(1);
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 1_000, 1 << 16);
    try (TableIndex index = TableIndex.open(folder, settings)) {
      index.put(0, Pages.page(0, 0, sketch));
      index.put(1, Pages.page(1, 0, Pages.differing(sketch, 1, 2)));
      index.put(2, Pages.page(2, 0b1, Pages.differing(sketch, 3)));
      index.put(3, Pages.page(3, 0, Pages.differing(sketch, 4)));
      index.put(4, Pages.page(4, 7, new ContentHash(4, 4), 0, sketch, true));
      LeaderRecord page = Pages.page(9, 0, sketch);

      NearestLeaders all = NearestLeaders.of(index, page, 3, 100, () -> false);
      assertThat(all.nearest())
          .extracting(NearestLeaders.Near::ordinal)
          .containsExactly(0L, 3L, 2L);
      assertThat(all.compared()).isEqualTo(5);

      NearestLeaders newest = NearestLeaders.of(index, page, 3, 3, () -> false);
      assertThat(newest.nearest()).extracting(NearestLeaders.Near::ordinal).containsExactly(3L, 2L);
      assertThat(newest.compared()).isEqualTo(3);
      assertThat(newest.leaders()).isEqualTo(5);

      assertThat(NearestLeaders.of(index, page, 3, 100, () -> true).compared()).isZero();
    }
  }

  /** What a page is nearest to need not be what it copies. */
  @Test
  void shouldRankPagesOfOtherNamesToo() {
    short[] sketch = Pages.sketch(1);
    DetectorSettings named = DetectorSettings.simhash(3).with(NameThresholds.DEFAULT);
    try (TableIndex index = TableIndex.open(folder, new IndexSettings(named, 1_000, 1 << 16))) {
      index.put(0, named(0, "Dam", sketch));
      index.put(1, named(1, "Mill", Pages.differing(sketch, 1, 2)));
      LeaderRecord page = named(2, "Mill", sketch);
      assertThat(index.lookup(page).ordinal()).isEqualTo(1);
      assertThat(NearestLeaders.of(index, page, 2, 100, () -> false).nearest())
          .extracting(near -> near.nearness().identity())
          .containsExactly(Identity.OTHER, Identity.SAME);

      LeaderRecord kept = named(3, "Weir", sketch);
      assertThat(index.lookup(kept).found()).isFalse();
      assertThat(NearestLeaders.of(index, kept, 1, 100, () -> false).nearest().get(0).ordinal())
          .isZero();
    }
  }

  private static LeaderRecord named(long id, String title, short[] sketch) {
    PageName name = TestNames.name(title, "", "", "http://h.example/" + title);
    Fingerprint page = Pages.fingerprint(id, id, new ContentHash(id, id), 0, sketch, true);
    return Pages.of(0, page.named(name));
  }
}

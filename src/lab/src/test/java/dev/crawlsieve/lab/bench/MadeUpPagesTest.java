package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MadeUpPagesTest {

  private static final int PAGES = 2_000;

  private static List<Fingerprint> pages(MadeUpPages pages) {
    return IntStream.range(0, PAGES).mapToObj(i -> pages.next()).toList();
  }

  private static int equal(short[] a, short[] b) {
    return (int) IntStream.range(0, a.length).filter(i -> a[i] == b[i]).count();
  }

  /** The first earlier page within 3 bits of a page; -1 if there is none. */
  private static int original(List<Fingerprint> pages, int page) {
    long simhash = pages.get(page).simhash();
    return IntStream.range(0, page)
        .filter(i -> Long.bitCount(pages.get(i).simhash() ^ simhash) <= 3)
        .findFirst()
        .orElse(-1);
  }

  private static MadeUpPages made() {
    return new MadeUpPages(new GrowthSettings(PAGES, 0.3, 9), 3, 7);
  }

  @Test
  void shouldMakeAsManyNearCopiesAsAsked() {
    MadeUpPages source = made();
    List<Fingerprint> pages = pages(source);
    assertThat(source.originals()).isBetween(1_300L, 1_500L);
    int copies = 0;
    for (int i = 0; i < PAGES; i++) {
      int original = original(pages, i);
      if (original >= 0) {
        assertThat(equal(pages.get(i).sketch(), pages.get(original).sketch()))
            .isGreaterThanOrEqualTo(76);
        copies++;
      }
    }
    assertThat(copies).isEqualTo(PAGES - (int) source.originals());
  }

  @Test
  void shouldMakeTheSamePagesAgain() {
    assertThat(pages(made())).isEqualTo(pages(made()));
    assertThat(pages(made()).get(0).settings()).isEqualTo(7);
  }
}

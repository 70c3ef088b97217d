package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import java.util.ArrayList;
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

  private static MadeUpPages made(double nearShare, int templates) {
    return made(nearShare, templates, 1);
  }

  private static MadeUpPages made(double nearShare, int templates, int scopes) {
    return new MadeUpPages(new GrowthSettings(PAGES, nearShare, templates, 0.5, scopes, 9), 3, 7);
  }

  @Test
  void shouldDealPagesOutToScopesAndCopiesToThoseOfTheirOriginals() {
    MadeUpPages source = made(0.3, 0, 5);
    List<Fingerprint> pages = new ArrayList<>();
    List<String> scopes = new ArrayList<>();
    int copies = 0;
    for (int i = 0; i < PAGES; i++) {
      pages.add(source.next());
      scopes.add(new String(source.scope(), US_ASCII));
      int original = original(pages, i);
      if (original >= 0) {
        assertThat(scopes.get(i)).isEqualTo(scopes.get(original));
        copies++;
      }
    }
    assertThat(copies).isPositive();
    assertThat(scopes.stream().collect(groupingBy(scope -> scope, counting())).values())
        .hasSize(5)
        .allMatch(count -> count > PAGES / 7);
  }

  @Test
  void shouldMakeAsManyNearCopiesAsAsked() {
    MadeUpPages source = made(0.3, 0);
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
    assertThat(pages(made(0.3, 5))).isEqualTo(pages(made(0.3, 5)));
    assertThat(pages(made(0.3, 5)).get(0).settings()).isEqualTo(7);
  }

  @Test
  void shouldGivePagesOfOneTemplateItsShareSquared() {
    List<Fingerprint> pages = pages(made(0, 1));
    double equal = 0;
    for (int i = 1; i < PAGES; i++) {
      equal += equal(pages.get(i).sketch(), pages.get(i - 1).sketch()) / 84.0;
    }
    assertThat(equal / (PAGES - 1)).isBetween(0.24, 0.26);
  }
}

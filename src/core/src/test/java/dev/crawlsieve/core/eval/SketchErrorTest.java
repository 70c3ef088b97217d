package dev.crawlsieve.core.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SketchErrorTest {

  @Test
  void shouldBeNearTheoryForIndependentMinHashes() {
    Map<String, PageFeatures> pages = new TreeMap<>();
    List<TruthPair> pairs = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String common = TestPages.words(i, 80);
      PageFeatures a =
          TestPages.page("http://a/" + i, common + " " + TestPages.words(1000 + i, 20));
      PageFeatures b =
          TestPages.page("http://b/" + i, common + " " + TestPages.words(2000 + i, 30));
      pages.put(a.url(), a);
      pages.put(b.url(), b);
      pairs.add(new TruthPair(a.url(), b.url(), Label.DUPLICATE, ""));
    }
    pages.put("http://c/", TestPages.page("http://c/", TestPages.words(5000, 50)));
    pairs.add(new TruthPair("http://a/0", "http://c/", Label.DIFFERENT, ""));
    SketchError error = SketchError.of(pages, pairs, Shingles.ofWidth(3));
    assertThat(error.pairs()).isEqualTo(300);
    assertThat(error.ratio()).isBetween(0.85, 1.15);
    assertThat(error.theoretical()).isBetween(0.04, 0.06);
  }
}

package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.meters.Verdicts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which verdicts on another URL count for one that was never fetched. */
final class AskUrlTest {

  /**
   * Copies are of {@code http://o.example/}: whoever puts copies of one page at all paths of a
   * mirror would keep the other pages from being fetched.
   */
  @ParameterizedTest
  @CsvSource({
    "http://a.example/1, https://www.a.example/1?sid=7, , true",
    "https://www.a.example/1, http://A.example:8080/2, , true",
    "http://a.example/1, http://b.example/1, , false",
    "http://a.example/1, http://b.a.example/1, , false",
    "http://a.example/1, http://b.example/1, NEAR, false",
    "http://o.example/1, http://b.example/1, , false",
    "http://o.example/1, http://b.example/1, NEAR, false",
    "https://www.o.example/1, http://b.example/1, EXACT, false",
    "http://o.example/1, http://b.example/1, OVERRIDE, false",
  })
  void shouldCountOnlyTheSitesOwnPages(
      String url, String other, Verdict.Kind kind, boolean counts) {
    assertThat(AskUrl.speaksFor(url, Verdicts.of(other, kind))).isEqualTo(counts);
  }
}

package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.meters.Verdicts;
import java.util.List;
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
    "https://www.a.example/1, http://A.example/2, , true",
    "https://a.example:8443/1, http://www.a.example:8443/2, , true",
    "https://a.example/1, http://a.example:8080/1, , false",
    "https://a.example/~b/1, https://a.example/%7Eb/2, , true",
    "https://a.example/~b/1, https://a.example/~c/1, , false",
    "https://a.example/1, https://a.example/~c/1, , false",
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

  /** Copies are of one page, and a page that is kept is another one. */
  @ParameterizedTest
  @CsvSource({
    "http://a.example/?id=1, NEAR, http://a.example/?id=2, EXACT, false",
    "http://a.example/?id=1, , http://a.example/?id=2, EXACT, true",
    "http://a.example/?id=1, , http://www.a.example/?id=1, NEAR, false",
    "http://a.example/?id=1, OVERRIDE, http://a.example/?id=2, NEAR, false",
  })
  void shouldSeeThatPagesDifferWhichRulesMakeEqual(
      String one, Verdict.Kind kind, String two, Verdict.Kind otherKind, boolean differ) {
    List<Verdict> verdicts = List.of(Verdicts.of(one, kind), Verdicts.of(two, otherKind));
    assertThat(Explainer.differ(verdicts, new UrlKey(PageSettings.RAW))).isEqualTo(differ);
  }
}

package dev.crawlsieve.sites.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import dev.crawlsieve.sites.cluster.Features.Canonical;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PolicyTest {

  @Test
  void shouldPreferOwnCanonicalToNoneToAnother() {
    List<Member> worstFirst =
        List.of(
            page("http://a/", features(Canonical.OTHER)),
            page("http://a/", features(Canonical.NONE)),
            page("http://a/", features(Canonical.OWN)));
    assertOrder(Criterion.CANONICAL, worstFirst);
  }

  @Test
  void shouldPreferHttpsHoweverItIsWritten() {
    assertOrder(Criterion.HTTPS, List.of(page("http://a/"), page(" HTTPS://a/")));
  }

  @Test
  void shouldPreferAnyScoreToNone() {
    assertOrder(Criterion.SCORE, List.of(scored(Double.NaN), scored(-7), scored(0), scored(0.5)));
    assertThat(new Policy(List.of(Criterion.SCORE)).better(scored(0.0), scored(-0.0))).isNull();
  }

  @Test
  void shouldPreferAnyTimeToNone() {
    assertOrder(
        Criterion.OLDEST, List.of(fetched(Features.UNKNOWN), fetched(5), fetched(0), fetched(-5)));
    assertOrder(
        Criterion.NEWEST, List.of(fetched(Features.UNKNOWN), fetched(-5), fetched(0), fetched(5)));
  }

  @Test
  void shouldCountCharactersNotBytes() {
    assertOrder(
        Criterion.SHORTER_URL, List.of(page("http://a/abc"), page("http://a/\ud83d\ude00é")));
  }

  @Test
  void shouldPreferTheLongerText() {
    assertOrder(
        Criterion.LONGEST,
        List.of(measured(Features.UNMEASURED), measured(0), measured(1), measured(1 << 30)));
    Policy thenShorterUrl = new Policy(List.of(Criterion.LONGEST, Criterion.SHORTER_URL));
    Features same = Features.NONE.withTokens(9);
    assertThat(thenShorterUrl.better(page("http://a/", same), page("http://a/b", same)))
        .isEqualTo(Criterion.SHORTER_URL);
    assertThat(thenShorterUrl.better(page("http://a/b", same), page("http://a/b", same))).isNull();
  }

  private static Member measured(int tokens) {
    return page("http://a/", Features.NONE.withTokens(tokens));
  }

  @Test
  void shouldAskTheNextWhereOneDoesNotTellThemApart() {
    Policy policy = new Policy(List.of(Criterion.HTTPS, Criterion.SHORTER_URL));
    assertThat(policy.better(page("https://a/longer"), page("http://a/")))
        .isEqualTo(Criterion.HTTPS);
    assertThat(policy.better(page("http://a/"), page("https://a/longer"))).isNull();
    assertThat(policy.better(page("https://a/"), page("https://a/longer")))
        .isEqualTo(Criterion.SHORTER_URL);
  }

  private static void assertOrder(Criterion criterion, List<Member> worstFirst) {
    Policy policy = new Policy(List.of(criterion));
    for (int i = 1; i < worstFirst.size(); i++) {
      assertThat(policy.better(worstFirst.get(i), worstFirst.get(i - 1))).isEqualTo(criterion);
      assertThat(policy.better(worstFirst.get(i - 1), worstFirst.get(i))).isNull();
    }
  }

  private static Features features(Canonical canonical) {
    return new Features(canonical, Double.NaN, Features.UNKNOWN);
  }

  private static Member scored(double score) {
    return page("http://a/", new Features(Canonical.NONE, score, Features.UNKNOWN));
  }

  private static Member fetched(long millis) {
    return page("http://a/", new Features(Canonical.NONE, Double.NaN, millis));
  }

  private static Member page(String url) {
    return page(url, Features.NONE);
  }

  private static Member page(String url, Features features) {
    return new Member(url, new Coordinates(0, 1), 0, 1, null, features);
  }
}

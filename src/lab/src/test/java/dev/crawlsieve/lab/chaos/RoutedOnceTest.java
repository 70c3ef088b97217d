package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plants faults in the output, each of which must be reported. */
final class RoutedOnceTest {

  private static final int PAGES = 6;

  private final Differences differences = new Differences();
  private final RoutedOnce account = new RoutedOnce(differences);

  /** Pages 0 and 3 are unique, 1 and 4 duplicates, 2 and 5 have no verdict. */
  @BeforeEach
  void produce() {
    for (int page = 0; page < PAGES; page++) {
      account.produced("page " + page, content(page));
    }
    for (int page = 0; page < PAGES; page++) {
      account.stands(at(page), "page " + page, content(page));
      if (page % 3 < 2) {
        account.decided(
            at(page),
            page % 3 == 0 ? Verdict.Route.UNIQUE : Verdict.Route.DUPLICATE,
            new Coordinates(0, page));
      }
    }
  }

  @Test
  void shouldFindNothingWhereAllIsWell() {
    routeAllBut(-1);
    account.end();
    assertThat(differences.counts()).isEmpty();
    assertThat(account.count(RoutedOnce.UNIQUE)).isEqualTo(2);
    assertThat(account.count(RoutedOnce.DUPLICATE)).isEqualTo(2);
    assertThat(account.count(RoutedOnce.DEAD_LETTERS)).isEqualTo(2);
    assertThat(account.produced()).isEqualTo(PAGES);
  }

  @Test
  void shouldFindAReferencePageThatWasRouted() {
    account.decided(at(4), Verdict.Route.NOWHERE, new Coordinates(0, 4));
    routeAllBut(4);
    account.end();
    assertThat(differences.counts()).isEmpty();
    assertThat(account.count(RoutedOnce.NOWHERE)).isEqualTo(1);

    account.routed(RoutedOnce.DUPLICATE, at(4), content(4));
    assertThat(differences.counts()).containsOnlyKeys("misrouted");
  }

  @Test
  void shouldFindAPageThatWasNotRouted() {
    routeAllBut(4);
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("lost").containsEntry("lost", 1L);
    assertThat(differences.shown().get(0)).contains("1@14").contains("its verdict is duplicate");
  }

  @Test
  void shouldFindABadPageThatIsNoDeadLetter() {
    routeAllBut(2);
    account.end();
    assertThat(differences.shown()).singleElement().asString().contains("it has no verdict");
  }

  @Test
  void shouldFindAPageThatWasRoutedTwice() {
    routeAllBut(-1);
    account.routed(RoutedOnce.UNIQUE, at(3), content(3));
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("twice");
    assertThat(differences.shown().get(0)).contains("1@13").contains("unique and unique");
  }

  @Test
  void shouldFindAPageThatWasAltered() {
    routeAllBut(3);
    account.routed(RoutedOnce.UNIQUE, at(3), content(4));
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("altered");
  }

  @Test
  void shouldFindAPageOnATopicThatItsVerdictDoesNotName() {
    routeAllBut(3);
    account.routed(RoutedOnce.DUPLICATE, at(3), content(3));
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("misrouted");
    assertThat(differences.shown().get(0)).contains("is on duplicate").contains("says unique");
  }

  @Test
  void shouldTakeAPageWithoutVerdictThatIsNotJudged() {
    routeAllBut(2);
    account.routed(RoutedOnce.UNJUDGED, at(2), content(2));
    account.end();
    assertThat(differences.counts()).isEmpty();
    assertThat(account.count(RoutedOnce.UNJUDGED)).isEqualTo(1);
  }

  @Test
  void shouldFindAJudgedPageOnUnjudgedAndTheOtherWayRound() {
    routeAllBut(3);
    account.routed(RoutedOnce.UNJUDGED, at(3), content(3));
    account.end();
    assertThat(differences.shown().get(0)).contains("is on unjudged").contains("says unique");
  }

  @Test
  void shouldFindAPageWithoutVerdictThatWentOutAsJudged() {
    routeAllBut(2);
    account.routed(RoutedOnce.UNIQUE, at(2), content(2));
    account.end();
    assertThat(differences.shown().get(0)).contains("is on unique").contains("no verdict");
  }

  @Test
  void shouldFindAPageThatNobodyProduced() {
    routeAllBut(-1);
    account.routed(RoutedOnce.UNIQUE, at(77), content(77));
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("unknown");
  }

  @Test
  void shouldFindAPageThatTheBrokersLostOrDoubled() {
    account.produced("page 99", content(99));
    account.stands(at(50), "page 1", content(1));
    account.routed(RoutedOnce.DEAD_LETTERS, at(50), content(1));
    routeAllBut(-1);
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("pages").containsEntry("pages", 2L);
    assertThat(differences.shown())
        .anyMatch(told -> told.contains("page 1 is on its topic twice"))
        .anyMatch(told -> told.contains("page 99 was acknowledged, but is not on its topic"));
  }

  @Test
  void shouldNotMissWhatWasDeletedWithItsTopic() {
    account.removed(RoutedOnce.DUPLICATE, Map.of(0, 2L));
    routeAllBut(1);
    account.end();
    assertThat(differences.counts()).isEmpty();
    assertThat(account.count(RoutedOnce.REMOVED)).isEqualTo(1);
  }

  @Test
  void shouldMissWhatWasRoutedAfterItsTopicWasMadeAgain() {
    account.removed(RoutedOnce.DUPLICATE, Map.of(0, 4L));
    account.removed(RoutedOnce.DUPLICATE, Map.of(0, 2L));
    routeAllBut(4);
    account.end();
    assertThat(differences.shown()).singleElement().asString().contains("its verdict is duplicate");
  }

  @Test
  void shouldMissWhatBelongsOnAnotherTopicThanTheDeletedOne() {
    account.removed(RoutedOnce.UNIQUE, Map.of(0, 100L));
    routeAllBut(1);
    account.end();
    assertThat(differences.counts()).containsOnlyKeys("lost");
  }

  @Test
  void shouldTellNullFromEmpty() {
    byte[] empty = new byte[0];
    assertThat(Content.of(null, empty)).isNotEqualTo(Content.of(empty, null));
    assertThat(Content.of(null, null)).isNotEqualTo(Content.of(null, empty));
    assertThat(Content.of("ab".getBytes(UTF_8), "c".getBytes(UTF_8)))
        .isNotEqualTo(Content.of("a".getBytes(UTF_8), "bc".getBytes(UTF_8)));
  }

  @Test
  void shouldKnowContentByTheHashesOfWhatWasLeftOut() {
    // printf crawl | sha256sum
    String sha256 = "81a60f2038a06bd1346b9f04b68c14987978461a63996266d729cdc090dfa719";
    assertThat(Content.ofHex(sha256)).isEqualTo(Content.of("crawl".getBytes(UTF_8), null).key());
    assertThat(Content.ofHex("")).isEqualTo(Content.of(null, null).value());
  }

  private void routeAllBut(int left) {
    String[] roles = {RoutedOnce.UNIQUE, RoutedOnce.DUPLICATE, RoutedOnce.DEAD_LETTERS};
    for (int page = 0; page < PAGES; page++) {
      if (page != left) {
        account.routed(roles[page % 3], at(page), content(page));
      }
    }
  }

  private static Coordinates at(int page) {
    return new Coordinates(1, 10 + page);
  }

  private static Content content(int page) {
    return Content.of(null, ("page " + page).getBytes(UTF_8));
  }
}

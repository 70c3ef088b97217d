package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.fingerprint.Coordinates;
import org.junit.jupiter.api.Test;

/** Plants wrong fates of pages, each of which must be reported. */
final class FatesTest {

  private static final byte[] VALUE = {};

  private final Differences differences = new Differences();
  private final Fates fates = new Fates(differences);

  @Test
  void shouldFindNothingWhereEachKindIsWhatItShouldBe() {
    fates.due("1", Poison.bad("no URL", VALUE, "no field 'url'"));
    fates.due("2", Poison.odd("empty", VALUE));
    fates.due("3", Poison.either("deep", VALUE));
    fates.setAside("1", at(1), "fingerprint", "page 0@1: no field 'url' and no key");
    fates.routed("2", at(2), RoutedOnce.DUPLICATE);
    fates.setAside("3", at(3), "fingerprint", "too deep at 3");
    fates.routed("a good one", at(4), RoutedOnce.UNIQUE);
    assertThat(differences.counts()).isEmpty();
    assertThat(fates.taken()).isEqualTo(3);
    assertThat(fates.became())
        .containsEntry("empty", "judged")
        .containsEntry("deep", "fingerprint: too deep at #");
  }

  @Test
  void shouldFindABadRecordThatIsRouted() {
    fates.due("1", Poison.bad("no URL", VALUE, "no field 'url'"));
    fates.routed("1", at(1), RoutedOnce.UNIQUE);
    assertTold("no URL, at 1@1 is on unique, should be a dead letter: no field 'url'");
  }

  @Test
  void shouldFindADeadLetterForAnotherReason() {
    fates.due("1", Poison.bad("no URL", VALUE, "no field 'url'"));
    fates.setAside("1", at(1), "fingerprint", "not JSON");
    assertTold("(not JSON), should be one of fingerprint: no field 'url'");
  }

  @Test
  void shouldFindADeadLetterOfAnotherStep() {
    fates.due("1", Poison.bad("no URL", VALUE, "no field 'url'"));
    fates.setAside("1", at(1), "route", "no field 'url'");
    assertTold("is a dead letter of route");
  }

  @Test
  void shouldFindAnOddPageThatIsADeadLetter() {
    fates.due("1", Poison.odd("empty", VALUE));
    fates.setAside("1", at(1), "fingerprint", "no text");
    assertTold("(no text), should be routed");
  }

  @Test
  void shouldFindAGoodPageThatIsADeadLetter() {
    fates.setAside("page 7", at(7), "fingerprint", "not JSON");
    assertTold("the good page 1@7 is a dead letter: not JSON");
  }

  @Test
  void shouldFindAKindThatIsDecidedNowThisWayNowThatWay() {
    fates.due("1", Poison.either("deep", VALUE));
    fates.due("2", Poison.either("deep", VALUE));
    fates.routed("1", at(1), RoutedOnce.UNIQUE);
    fates.setAside("2", at(2), "fingerprint", "too deep");
    assertTold("deep, at 1@2: fingerprint: too deep; an earlier one: judged");
  }

  @Test
  void shouldFindAnOddPageThatIsNowJudgedNowNot() {
    fates.due("1", Poison.odd("empty", VALUE));
    fates.due("2", Poison.odd("empty", VALUE));
    fates.routed("1", at(1), RoutedOnce.UNIQUE);
    fates.routed("2", at(2), RoutedOnce.UNJUDGED);
    assertTold("empty, at 1@2: unjudged; an earlier one: judged");
  }

  @Test
  void shouldCountWhatTheBrokersRefuse() {
    fates.refused(Poison.odd("year 9999", VALUE));
    fates.due("2", Poison.odd("year 9999", VALUE));
    fates.routed("2", at(2), RoutedOnce.UNIQUE);
    assertThat(differences.counts()).isEmpty();
    assertThat(fates.refused()).isEqualTo(1);
    assertThat(fates.became()).containsEntry("year 9999", "refused by the brokers");
  }

  private void assertTold(String sentence) {
    assertThat(differences.counts()).containsOnlyKeys("poison").containsEntry("poison", 1L);
    assertThat(differences.shown()).singleElement().asString().contains(sentence);
  }

  private static Coordinates at(int page) {
    return new Coordinates(1, page);
  }
}

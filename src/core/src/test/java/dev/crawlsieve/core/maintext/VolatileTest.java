package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolatileTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "March 26, 2015",
        "Donnerstag, 31. Mai 2012",
        "12.12.2022, 08:30 Uhr",
        "2020-04-09T10:15:00Z",
        "Last updated: 3 June 2021 at 14:05",
        "3 hours ago",
        "vor 5 Minuten",
        "1,204 views",
        "Visitors: 104233",
        "2017\u5e742\u670817\u65e5 10:22",
        "۱۴۰۳/۰۵/۱۲ ۱۲:۳۰",
        "५ फ़रवरी २०२४, १२:३०",
        "5 мая 2024, 12:30",
        "发布时间：2017-02-17 10:22",
        "投稿日 2015-05-05",
        "โพสต์เมื่อ 12/05/2024",
        "Session 5f3a9c0e77b14d2a8e61c0ffee123456, 12:01",
      })
  void shouldDropWhatOnlySaysWhenOrHowOften(String block) {
    assertThat(isVolatile(block)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "42",
        "3.50",
        "2.8.3",
        "1984",
        "120 minutes",
        "Chapter 12",
        "On 12.12.2022 the bridge was closed for good.",
        "In May 1968 students and workers marched in Paris.",
        "Version 17.0.15 of the runtime",
        "2015-05-05 VagrantでDigitalOcean", // an entry of a list
        "2015-05-05 今日はとても良い天気です",
        "2024-01-02 城市图书馆周末开放",
      })
  void shouldKeepNumbersAndSentencesWithDates(String block) {
    assertThat(isVolatile(block)).isFalse();
  }

  /** Words of the lists are others in Turkish, Finnish, Vietnamese, Polish and Indonesian. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "on 10 kişi",
        "Luku 5 on pitkä",
        "5 người am hiểu",
        "Rozdział 12 do strony 14",
        "Hari mei 3 buah",
        "5 мая 2024",
        "๕ นาทีที่แล้ว",
      })
  void shouldKeepTextOfLanguagesThatAreNotInTheLists(String block) {
    assertThat(isVolatile(block)).isFalse();
  }

  private static boolean isVolatile(String block) {
    Outline outline = Outlines.of("<p>" + block);
    return Volatile.is(outline.runs().get(0), outline);
  }
}

package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameLinesTest {

  @ParameterizedTest
  @CsvSource({
    "York | Travels, Tag: york",
    "York | Travels, YORK",
    "York | Travels, Travels",
    "York | Travels, All posts about York",
    "Tag: kindle | A blog, kindle Tag",
    "8BIT – Alquin, Tags posts about 8BIT.", // a name that begins with a digit
    "Mills and dams – The valley, Archive for mills and dams",
    "Пемако | Гелиос, Метка: ПЕМАКО",
    "Λίπανση | Χωριό, Ετικέτα ΛΙΠΑΝΣΗ",
    "分类: 红桃 | thePoker, 红桃 分类",
    "雑感 - 日記, タグ：雑感",
    "ฝน | บันทึก, แท็ก: ฝน",
    "الري | مدونة, الوسم: الري",
  })
  void shouldFindALineThatSaysTheName(String title, String line) {
    assertThat(says(title, line)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "York | Travels, A long way from York to the sea", // more than three other words
    "York | Travels, York 2024",
    "York | Travels, Yorkshire",
    "York | Travels, Posts",
    "York | Travels, ''",
    "2024 | Travels, March 2024",
    "2024 | Travels, 2024",
    "'', York",
    "红桃 | thePoker, 红酒",
  })
  void shouldNotFindALineThatSaysMore(String title, String line) {
    assertThat(says(title, line)).isFalse();
  }

  @Test
  void shouldFindOnlyLinesWithoutOtherWords() {
    NameLines lines = new NameLines(List.of("bibo « Tags « Questions"));
    byte[] trail = "Questions » Tags » bibo".getBytes(UTF_8);
    assertThat(lines.has(trail, 0, trail.length, true)).isTrue();
    byte[] tag = "Tagged bibo".getBytes(UTF_8);
    assertThat(lines.has(tag, 0, tag.length, true)).isFalse();
  }

  private static boolean says(String title, String line) {
    byte[] utf8 = line.getBytes(UTF_8);
    return new NameLines(List.of(title)).has(utf8, 0, utf8.length, false);
  }
}

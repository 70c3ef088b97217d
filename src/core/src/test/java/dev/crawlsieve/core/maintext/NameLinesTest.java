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
  void shouldFindTheNumberOfAPageBesideTheMainText() {
    String line = "Category: York (Page 2 of 17)";
    assertThat(says("York | Travels", line, 0, false)).isTrue();
    assertThat(says("York | Travels", line, 0, true)).isFalse();
  }

  @Test
  void shouldFindATrailOfLinksToTheName() {
    String title = "bibo « Tags « Questions";
    assertThat(says(title, "Questions » Tags » bibo", 3, false)).isTrue();
    assertThat(says(title, "Home » Archive » All posts about bibo", 2, false)).isTrue();
    assertThat(says(title, "Home » Archive » All of the posts about bibo", 2, false)).isFalse();
    assertThat(says(title, "Home » About bibo", 3, false)).isFalse(); // all of it is links: a menu
  }

  private static boolean says(String title, String line) {
    return says(title, line, 0, true);
  }

  private static boolean says(String title, String line, int linkWords, boolean main) {
    byte[] utf8 = line.getBytes(UTF_8);
    Container container = new Container(null, "p", Tag.PARAGRAPH, 0);
    TextRun run = new TextRun(container, TextRun.Separator.NONE, 0);
    run.end = utf8.length;
    run.words = line.split("[^\\p{L}\\p{M}\\p{N}]+").length;
    run.linkWords = linkWords;
    return new NameLines(List.of(title)).has(utf8, run, main);
  }
}

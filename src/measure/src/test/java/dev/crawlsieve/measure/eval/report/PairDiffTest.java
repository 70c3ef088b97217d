package dev.crawlsieve.measure.eval.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.measure.eval.report.PairDiff.Room;
import dev.crawlsieve.measure.report.ReportTemplate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

final class PairDiffTest {

  @Test
  void shouldShowTheWordsAroundADifferenceWithTheirLines() {
    String before = "Title\none two three four five six seven eight nine ten ";
    Document diff = pair(before + "old", before + "new");
    assertThat(diff.select(".pair div").eachText())
        .containsExactly(
            "original",
            "page",
            "2 … three four five six seven eight nine ten old",
            "2 … three four five six seven eight nine ten new");
    assertThat(diff.select("del").text()).isEqualTo("old");
    assertThat(diff.select("ins").text()).isEqualTo("new");
    assertThat(diff.text()).startsWith("1 line in common of 2 and 2.");
  }

  @Test
  void shouldShowTwelveChangesAndCountTheOthers() {
    Document diff = pair(lines(40, "a"), lines(40, "b"));
    assertThat(diff.select(".pair > div:not(.head)")).hasSize(2 * 12);
    assertThat(diff.text()).contains("28 more changes not shown.");
  }

  @Test
  void shouldBeBoundedWhateverTheTexts() {
    String word = "x".repeat(5000);
    String odd = "😀".repeat(5000);
    for (Document diff :
        new Document[] {
          pair(word + "a", word + "b"),
          pair(odd + "a", "b" + odd),
          pair(words("a", 3000), words("b", 3000)),
          pair(lines(3000, "some words that both have " + word), lines(3000, "some words, more"))
        }) {
      assertThat(diff.select(".pair").text().length()).isBetween(500, 1700);
      assertThat(diff.select(".pair").text()).doesNotContain("\ufffd");
    }
  }

  @Test
  void shouldSayThatTextsAreTheSame() {
    assertThat(pair("a\nb", "a\n\nb").text()).isEqualTo("The texts are the same, 2 lines.");
  }

  private static String lines(int lines, String word) {
    return IntStream.range(0, lines)
        .mapToObj(i -> "same " + i + "\n" + word + " " + i + "\n")
        .collect(Collectors.joining());
  }

  private static String words(String prefix, int words) {
    return IntStream.range(0, words)
        .mapToObj(i -> i % 3 == 0 ? "same" + i : prefix + i)
        .collect(Collectors.joining(" "));
  }

  private static Document pair(String original, String page) {
    return Jsoup.parse(
        ReportTemplate.fill(
            "eval/report/pair.mustache", PairDiff.of(original, page, Room.EXAMPLE)));
  }
}

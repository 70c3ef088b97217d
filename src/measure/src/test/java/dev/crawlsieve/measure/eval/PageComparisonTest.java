package dev.crawlsieve.measure.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.Approved;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.measure.eval.report.ComparisonText;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageComparisonTest {

  private static final DetectorSettings SKETCH = DetectorSettings.sketch(0.8);

  private final PageFeatures midnight =
      TestPages.page("http://a.example/", "Once upon a midnight dreary, while I pondered");
  private final PageFeatures time =
      TestPages.page("http://b.example/", "Once upon a time, while I pondered");

  @Test
  void shouldGiveEveryDistance() {
    PageComparison pages = PageComparison.of(midnight, time, SKETCH);
    assertThat(pages.jaccard()).isEqualTo(2 / 9.0);
    assertThat(pages.containmentAInB()).isEqualTo(2 / 6.0);
    assertThat(pages.containmentBInA()).isEqualTo(2 / 5.0);
    assertThat(pages.shingles().common()).isEqualTo(2);
    assertThat(pages.hamming()).isPositive();
    assertThat(pages.editSimilarity()).isZero();
    assertThat(pages.sameContent()).isFalse();
    assertThat(pages.matches()).isFalse();
  }

  @Test
  void shouldGiveEqualPagesFullMarks() {
    PageComparison pages = PageComparison.of(midnight, midnight, SKETCH);
    assertThat(List.of(pages.jaccard(), pages.containmentAInB())).containsOnly(1.0);
    assertThat(pages.estimatedJaccard()).isEqualTo(1);
    assertThat(pages.superShingles()).isEqualTo(6);
    assertThat(pages.sameContent()).isTrue();
    assertThat(pages.matches()).isTrue();
    assertThat(ComparisonText.of(pages, 10)).contains("The main texts are the same.");
  }

  @Test
  void shouldBeShownAsApproved() {
    PageComparison pages = PageComparison.of(midnight, time, SKETCH);
    Approved.check(getClass(), "comparison.txt", ComparisonText.of(pages, 10));
    Approved.check(getClass(), "comparison.json", json(pages).toPrettyString() + "\n");
  }

  @Test
  void shouldShowChangesInWords() {
    String text = ComparisonText.of(PageComparison.of(midnight, time, SKETCH), 10);
    assertThat(text.replaceAll(" +", " "))
        .contains("Jaccard (resemblance) 0.222 3-shingles: 2 of 6 and 5")
        .contains("Once upon a [-midnight dreary,-] {+time,+} while I pondered");
    assertThat(ComparisonText.of(PageComparison.of(midnight, time, SKETCH), 0))
        .contains("1 more change not shown");
  }

  @Test
  void shouldLeaveOutWordsFarFromAChange() {
    String many = " one two three four five six seven eight nine ten";
    PageFeatures a = TestPages.page("http://a.example/", "x" + many + " y" + many);
    PageFeatures b = TestPages.page("http://b.example/", "z" + many + " w" + many);
    assertThat(ComparisonText.of(PageComparison.of(a, b, SKETCH), 10))
        .contains(
            "[-x-] {+z+} one two three four five six seven eight nine ten [-y-] {+w+} one two"
                + " three four five six …\n");
  }

  @Test
  void shouldWriteJson() {
    ObjectNode json = json(PageComparison.of(midnight, time, SKETCH));
    assertThat(json.get("jaccard").asDouble()).isEqualTo(2 / 9.0);
    assertThat(json.get("diff").get("changes").get(0).get("runs").get(1).toString())
        .isEqualTo("[\"-\",\"midnight dreary,\"]");
    assertThat(json.get("sameContent").asBoolean()).isFalse();
  }

  @Test
  void shouldBearPagesWithoutText() {
    PageFeatures empty = TestPages.page("http://a.example/", "");
    PageComparison pages = PageComparison.of(empty, time, SKETCH);
    assertThat(pages.jaccard()).isZero();
    assertThat(pages.estimatedJaccard()).isZero();
    assertThat(ComparisonText.of(pages, 10)).contains("{+Once upon a time, while I pondered+}");
  }

  private static ObjectNode json(PageComparison pages) {
    return new ObjectMapper().valueToTree(pages);
  }
}

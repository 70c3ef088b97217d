package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs only if {@code -Dcrawlsieve.extraction.samples=FOLDER} names the unpacked samples. */
class ExtractionScoreTest {

  private final ExtractionScore score =
      new ExtractionScore(new PrintStream(System.err, true, StandardCharsets.UTF_8));

  @Test
  void shouldFindArticles() throws IOException {
    Map<String, double[]> sums = score.articles(samples().resolve("articles"), false);
    double precision = sums.get("all")[0] / sums.get("all")[2];
    double recall = sums.get("all")[1] / sums.get("all")[2];
    assertThat(2 * precision * recall / (precision + recall)).isGreaterThan(0.92);
  }

  @Test
  void shouldKeepAndDropLabelledStrings() throws IOException {
    int[] counts = score.snippets(samples().resolve("snippets"), false).get("all");
    assertThat((double) counts[0] / counts[1]).isGreaterThan(0.90);
    assertThat((double) counts[2] / counts[3]).isGreaterThan(0.90);
  }

  @Test
  void shouldCountEachGramAsOftenAsItOccurs() {
    double[] scores =
        ExtractionScore.compare(
            ExtractionScore.grams("A b, c d. A b c d!"), ExtractionScore.grams("a b c d"));
    assertThat(scores).containsExactly(0.2, 1.0);
  }

  private static Path samples() {
    String folder = System.getProperty("crawlsieve.extraction.samples");
    assumeTrue(folder != null, "no samples");
    return Path.of(folder);
  }
}

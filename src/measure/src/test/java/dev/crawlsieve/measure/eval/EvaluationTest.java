package dev.crawlsieve.measure.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.ComparedPage;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  private static final String TEXT = TestPages.words(1, 150);

  private final Map<String, ComparedPage> pages =
      Stream.of(
              TestPages.page("http://a.example/1", TEXT),
              TestPages.page("http://a.example/2", TEXT),
              TestPages.page("http://b.example/3", TEXT + " a few words"),
              TestPages.page("http://b.example/4", TestPages.words(2, 150)),
              TestPages.page("http://user@B.example:8080/5", TestPages.words(3, 150)),
              TestPages.page("http://a.example/6", "no pair names this one"))
          .map(PageFeatures::record)
          .collect(Collectors.toMap(ComparedPage::url, Function.identity()));

  private final List<TruthPair> truth =
      List.of(
          pair("a.example/1", "a.example/2", Label.DUPLICATE),
          pair("a.example/1", "b.example/3", Label.DUPLICATE),
          pair("b.example/3", "b.example/4", Label.DUPLICATE),
          pair("b.example/4", "user@B.example:8080/5", Label.DIFFERENT),
          pair("a.example/2", "b.example/3", Label.DIFFERENT),
          pair("a.example/2", "user@B.example:8080/5", Label.UNDECIDED));

  private static TruthPair pair(String a, String b, Label label) {
    return new TruthPair("http://" + a, "http://" + b, label, 0);
  }

  @Test
  void shouldCountByHandsCount() {
    Evaluation result = Evaluation.of(DetectorSettings.sketch(0.8), truth, pages);
    assertThat(result.pages()).isEqualTo(5);
    assertThat(result.pairs()).isEqualTo(6);
    assertThat(result.detector()).isEqualTo("sketch");
    assertThat(result.settings()).isEqualTo("sketch.min.similarity=0.8");
    assertThat(result.all()).isEqualTo(new Counts(2, 1, 1, 1, 0, 1));
    assertThat(result.all().precision()).isEqualTo(2 / 3.0);
    assertThat(result.all().recall()).isEqualTo(2 / 3.0);
    assertThat(result.all().f1()).isEqualTo(2 / 3.0);
    assertThat(result.sameHost()).isEqualTo(new Counts(1, 0, 1, 1, 0, 0));
    assertThat(result.crossHost()).isEqualTo(new Counts(1, 1, 0, 0, 0, 1));
  }

  @Test
  void shouldCountLabelsOfDropsForTheDropsTheyStandFor() {
    List<TruthPair> drops =
        List.of(
            new TruthPair("http://a.example/1", "http://a.example/2", Label.DUPLICATE, 90),
            new TruthPair("http://a.example/2", "http://b.example/3", Label.DIFFERENT, 10),
            new TruthPair("http://b.example/3", "http://b.example/4", Label.DUPLICATE, 5));
    Counts counts = Evaluation.of(DetectorSettings.sketch(0.8), drops, pages).all();

    assertThat(counts.precision()).isEqualTo(0.9);
    assertThat(counts.truePositives()).isEqualTo(1);
    assertThat(counts.recall()).isNaN();
    assertThat(counts.f1()).isNaN();
  }

  @Test
  void shouldCallSharesOfNothingZero() {
    assertThat(Counts.NONE.precision()).isZero();
    assertThat(Counts.NONE.recall()).isZero();
    assertThat(Counts.NONE.f1()).isZero();
  }
}

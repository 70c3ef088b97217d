package dev.crawlsieve.core.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.eval.PrecisionRecallCurve.Point;
import dev.crawlsieve.core.eval.PrecisionRecallCurve.Scored;
import dev.crawlsieve.core.eval.report.EvaluationHtml;
import dev.crawlsieve.core.eval.report.EvaluationTable;
import dev.crawlsieve.core.eval.report.FullEvaluation;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  private static final String TEXT = TestPages.words(1, 150);

  private final Map<String, PageFeatures> pages =
      TestPages.byUrl(
          TestPages.page("http://a.example/1", TEXT),
          TestPages.page("http://a.example/2", TEXT),
          TestPages.page("http://b.example/3", TEXT + " a few words"),
          TestPages.page("http://b.example/4", TestPages.words(2, 150)),
          TestPages.page("http://c.example/5", TestPages.words(3, 150)));

  private final List<TruthPair> truth =
      List.of(
          pair("a.example/1", "a.example/2", Label.DUPLICATE, "copy"),
          pair("a.example/1", "b.example/3", Label.DUPLICATE, "inserted"),
          pair("b.example/3", "b.example/4", Label.DUPLICATE, "rewritten"),
          pair("b.example/4", "c.example/5", Label.DIFFERENT, "unrelated"),
          pair("a.example/2", "b.example/3", Label.DIFFERENT, "<field>"),
          pair("a.example/2", "c.example/5", Label.UNDECIDED, "unrelated"));

  private static final Shingles SHINGLES = Shingles.ofWidth(3);

  private final PairDetector sketch = StreamDetectors.sketch();
  private final Threshold threshold = new Threshold("estimate >= 0.8", 0.8);

  private static TruthPair pair(String a, String b, Label label, String kind) {
    return new TruthPair("http://" + a, "http://" + b, label, kind);
  }

  private EvaluationResult run() {
    return Evaluation.run(
        pages,
        truth,
        Evaluation.allDetectors(pages.values()),
        new Evaluation.Configured(sketch.inStream(), threshold, SHINGLES),
        measured -> {});
  }

  @Test
  void shouldCountByHandsCount() {
    EvaluationRow row = run().configured().orElseThrow();
    assertThat(row.detector()).isEqualTo("sketch");
    assertThat(row.all()).isEqualTo(new Counts(2, 1, 1, 1, 0, 1));
    assertThat(row.all().precision()).isEqualTo(2 / 3.0);
    assertThat(row.all().recall()).isEqualTo(2 / 3.0);
    assertThat(row.all().f1()).isEqualTo(2 / 3.0);
    assertThat(row.sameHost()).isEqualTo(new Counts(1, 0, 1, 0, 0, 0));
    assertThat(row.crossHost()).isEqualTo(new Counts(1, 1, 0, 1, 0, 1));
    assertThat(row.kinds())
        .containsExactly(
            new KindCount("<field>", Label.DIFFERENT, 1, 1),
            new KindCount("copy", Label.DUPLICATE, 1, 1),
            new KindCount("inserted", Label.DUPLICATE, 1, 1),
            new KindCount("rewritten", Label.DUPLICATE, 0, 1),
            new KindCount("unrelated", Label.DIFFERENT, 0, 1),
            new KindCount("unrelated", Label.UNDECIDED, 0, 1));
  }

  @Test
  void shouldReportTheConfiguredRowOnceWhetherOrNotItIsAmongTheOthers() {
    assertThat(run().rows()).filteredOn(EvaluationRow::isDefault).hasSize(1);
    assertThat(run().rows())
        .filteredOn(
            r ->
                r.settings().equals(sketch.inStream().settings())
                    && r.threshold().equals(threshold))
        .hasSize(1);
    EvaluationResult alone =
        Evaluation.run(
            pages,
            truth,
            List.of(),
            new Evaluation.Configured(sketch, new Threshold("estimate >= 0.83", 0.83), SHINGLES),
            measured -> {});
    assertThat(alone.rows()).hasSize(1);
  }

  @Test
  void shouldCountPairsByAgreeingSuperShingles() {
    List<SuperShingleRow> rows = run().superShingles();
    assertThat(rows).extracting(SuperShingleRow::agreeing).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(rows.stream().mapToInt(SuperShingleRow::pairs).sum()).isEqualTo(6);
    assertThat(rows.get(6).duplicates()).isEqualTo(1);
    assertThat(new SuperShingleRow(2, 1, 2, 1).correct()).isEqualTo(0.25);
    assertThat(new SuperShingleRow(2, 1, 2, 1).reported()).isEqualTo(0.24);
    assertThat(new SuperShingleRow(1, 0, 0, 0).reported()).isNaN();
  }

  @Test
  void shouldMakeCurvesWithTiesAsOnePoint() {
    List<Scored> scored =
        List.of(
            new Scored(0.9, Label.DUPLICATE),
            new Scored(0.5, Label.DIFFERENT),
            new Scored(0.5, Label.DUPLICATE),
            new Scored(0.7, Label.UNDECIDED),
            new Scored(0.1, Label.DIFFERENT),
            new Scored(Double.NEGATIVE_INFINITY, Label.DUPLICATE));
    PrecisionRecallCurve curve = PrecisionRecallCurve.of(sketch, scored);
    assertThat(curve.points())
        .containsExactly(
            new Point(0.9, 1, 1 / 3.0),
            new Point(0.5, 2 / 3.0, 2 / 3.0),
            new Point(0.1, 0.5, 2 / 3.0));
    assertThat(curve.averagePrecision()).isCloseTo(1 / 3.0 + 2 / 9.0, within(1e-12));
  }

  @Test
  void shouldCallSharesOfNothingZero() {
    assertThat(Counts.NONE.precision()).isZero();
    assertThat(Counts.NONE.recall()).isZero();
    assertThat(Counts.NONE.f1()).isZero();
  }

  @Test
  void shouldWriteJson() throws Exception {
    JsonNode json = new ObjectMapper().readTree(FullEvaluation.json(run()).toString());
    JsonNode first = json.get("results").get(0);
    assertThat(first.get("detector").asText()).isEqualTo("sketch");
    assertThat(first.get("settings").asText())
        .isEqualTo("84 min-hashes, after exact match; estimate >= 0.8");
    assertThat(first.get("default").asBoolean()).isTrue();
    assertThat(first.get("precision").asDouble()).isEqualTo(2 / 3.0);
    assertThat(first.get("sameHost").get("recall").asDouble()).isEqualTo(0.5);
    assertThat(json.get("results")).filteredOn(r -> r.get("default").asBoolean()).hasSize(1);
    assertThat(json.get("curves").size()).isEqualTo(Evaluation.allDetectors(pages.values()).size());
    assertThat(json.toString()).doesNotContain("Infinity", "NaN");
  }

  @Test
  void shouldWriteTables() {
    String table = EvaluationTable.summary(run());
    assertThat(table.lines().filter(l -> l.startsWith("* "))).hasSize(1);
    assertThat(table).startsWith("6 labelled pairs of 5 pages").contains("Henzinger 2006");
    assertThat(table.lines()).noneMatch(line -> line.endsWith(" "));
    assertThat(FullEvaluation.table(run()).lines().count()).isGreaterThan(table.lines().count());
  }

  @Test
  void shouldWriteAPageThatNeedsNothingElse() {
    PairDetector odd =
        new PairDetector(
            "<b>\"odd\"</b>", "a & b", List.of(new Threshold("x > \"1\"", 1)), (a, b) -> 1);
    EvaluationResult result =
        Evaluation.run(
            pages,
            truth,
            List.of(odd, sketch),
            new Evaluation.Configured(sketch, threshold, SHINGLES),
            measured -> {});
    String html = EvaluationHtml.of(result);
    assertThat(html).doesNotContain("<script", "http://", "https://", "@import", "url(");
    Document page = Jsoup.parse(html);
    assertThat(page.select("td b, figcaption b b")).isEmpty();
    assertThat(page.select("figcaption b").eachText()).containsExactly("<b>\"odd\"</b>", "sketch");
    assertThat(page.select("svg[role=img]").get(0).attr("aria-label"))
        .isEqualTo("Precision by recall of <b>\"odd\"</b>, a & b");
    assertThat(page.select("td").eachText()).contains("<field>");
    assertThat(page.select("tr.marked")).hasSize(2);
    assertThat(page.select("circle.marked")).hasSize(2);
    assertThat(page.select("meta[name=viewport]")).hasSize(1);
  }
}

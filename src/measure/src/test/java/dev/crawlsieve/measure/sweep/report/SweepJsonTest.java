package dev.crawlsieve.measure.sweep.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweepReports;
import org.junit.jupiter.api.Test;

final class SweepJsonTest {

  @Test
  void shouldHoldEverything() {
    SweepReport report = SweepReports.usual().withTruth().notes("A note.").build();
    ObjectNode json = SweepJson.of(report);

    assertThat(json.get("log").toString())
        .isEqualTo(
            "{\"topic\":\"fingerprints\",\"lanes\":2,\"pages\":3672,\"unreadable\":3,\"undecided\":41,"
                + "\"bytesPerPage\":31812.0,\"notes\":[\"A note.\"]}");
    assertThat(json.get("truthPairs").asInt()).isEqualTo(412);
    assertThat(json.get("settings")).hasSameSizeAs(report.settings());
    for (int i = 0; i < report.settings().size(); i++) {
      shouldHold(json.get("settings").get(i), report, report.settings().get(i));
    }
  }

  private static void shouldHold(JsonNode json, SweepReport report, SettingResult r) {
    assertThat(json.get("setting").asText()).isEqualTo(r.setting().text());
    assertThat(json.get("inForce").asBoolean()).isEqualTo(r.setting().inForce());
    r.setting()
        .settings()
        .forEach((key, value) -> assertThat(json.get("set").get(key).asText()).isEqualTo(value));
    assertThat(json.get("set")).hasSize(r.setting().settings().size());
    assertThat(json.get("pages").asLong()).isEqualTo(r.pages());
    assertThat(json.get("kept").asLong()).isEqualTo(r.kept());
    assertThat(json.get("dropped").asLong()).isEqualTo(r.dropped());
    assertThat(json.get("droppedShare").asDouble()).isEqualTo(r.droppedShare());
    assertThat(json.get("exact").asLong()).isEqualTo(r.exact());
    assertThat(json.get("near").asLong()).isEqualTo(r.near());
    assertThat(json.get("revisit").asLong()).isEqualTo(r.revisit());
    assertThat(json.get("bytesSaved").asLong()).isEqualTo(report.bytesSaved(r));
    DecisionDiff d = r.diff().orElseThrow();
    assertThat(json.get("diff").toString())
        .isEqualTo(
            "{\"compared\":%d,\"flips\":%d,\"bothKept\":%d,\"sameOriginal\":%d,\"otherOriginal\":%d,\"nowDropped\":%d,\"nowKept\":%d}",
            d.compared(),
            d.flips(),
            d.bothKept(),
            d.sameOriginal(),
            d.otherOriginal(),
            d.nowDropped(),
            d.nowKept());
    assertThat(json.get("examples")).hasSize(r.examples().size());
    JsonNode truth = json.get("truth");
    assertThat(truth.get("truePositives").asInt()).isEqualTo(r.truth().get().truePositives());
    assertThat(truth.get("falsePositives").asInt()).isEqualTo(r.truth().get().falsePositives());
    assertThat(truth.get("falseNegatives").asInt()).isEqualTo(r.truth().get().falseNegatives());
    assertThat(truth.get("trueNegatives").asInt()).isEqualTo(r.truth().get().trueNegatives());
    assertThat(truth.get("undecidedMatched").asInt()).isEqualTo(r.truth().get().undecidedMatched());
    assertThat(truth.get("undecided").asInt()).isEqualTo(9);
    assertThat(truth.get("precision").asDouble()).isEqualTo(r.truth().get().precision());
    assertThat(truth.get("recall").asDouble()).isEqualTo(r.truth().get().recall());
    assertThat(truth.get("f1").asDouble()).isEqualTo(r.truth().get().f1());
  }

  @Test
  void shouldTellHowAPageChanges() {
    JsonNode examples =
        SweepJson.of(SweepReports.usual().build()).get("settings").get(1).get("examples");
    assertThat(examples.get(0).get("change").asText()).isEqualTo("nowDropped");
    assertThat(examples.get(0).get("before").isNull()).isTrue();
    assertThat(examples.get(2).get("change").asText()).isEqualTo("nowKept");
    assertThat(examples.get(2).get("now").isNull()).isTrue();
    assertThat(examples.get(4).toString())
        .isEqualTo(
            "{\"change\":\"otherOriginal\",\"url\":\"%s\",\"partition\":2,\"offset\":185,"
                + "\"before\":{\"url\":\"%s\",\"partition\":2,\"offset\":120,\"exact\":false,"
                + "\"distance\":5,\"similarity\":0.8333333333333334},"
                + "\"now\":{\"url\":\"%s\",\"partition\":3,\"offset\":122,\"exact\":false,"
                + "\"distance\":4,\"similarity\":null}}",
            examples.get(4).get("url").asText(),
            examples.get(4).get("before").get("url").asText(),
            examples.get(4).get("now").get("url").asText());
    assertThat(examples.get(4).get("url").asText()).endsWith("ContextedRuntimeException42.html");
  }

  @Test
  void shouldSayNullWhereNothingIsKnown() {
    ObjectNode json = SweepJson.of(SweepReports.usual().withoutVerdicts().withoutBytes().build());
    assertThat(json.get("log").get("bytesPerPage").isNull()).isTrue();
    JsonNode first = json.get("settings").get(0);
    assertThat(first.get("bytesSaved").isNull()).isTrue();
    assertThat(first.get("diff").isNull()).isTrue();
    assertThat(first.get("truth").isNull()).isTrue();
    assertThat(first.get("examples")).isEmpty();
    assertThat(SweepJson.of(SweepReports.ofNothing()).get("settings")).hasSize(1);
  }
}

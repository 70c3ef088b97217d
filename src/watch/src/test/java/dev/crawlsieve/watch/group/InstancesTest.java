package dev.crawlsieve.watch.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import org.junit.jupiter.api.Test;

final class InstancesTest {

  @Test
  void shouldListAnInstancesCountsOfEveryKind() {
    ObjectNode stats = RecordJson.JSON.createObjectNode();
    ObjectNode totals = stats.putObject("totals").put("unique", 3);
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      totals.put(kind.text(), kind.text().length());
    }
    totals.put("unjudged", 9);

    ObjectNode listed = RecordJson.JSON.createObjectNode();
    Instances.counts(listed, stats);
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      assertThat(listed.at("/totals/" + kind.text()).asInt()).isEqualTo(kind.text().length());
    }
    assertThat(listed.at("/totals/unique").asInt()).isEqualTo(3);
    assertThat(listed.at("/totals/unjudged").asInt()).isEqualTo(9);
  }
}

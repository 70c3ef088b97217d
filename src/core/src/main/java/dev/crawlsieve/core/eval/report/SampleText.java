package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.report.Figures.count;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.TextTable;

/** How many drops were drawn, as text and as JSON. */
public final class SampleText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SampleText() {}

  /** A headline, and a row for each stratum. */
  public static TextTable table(DropSample sample) {
    TextTable table = new TextTable();
    String drawn =
        "%s of %s %s drops drawn (seed %s)"
            .formatted(
                count(sample.pairs().size()), count(sample.drops()), sample.kind(), sample.seed());
    table.row(
        sample.gone() == 0
            ? drawn
            : drawn
                + "; of %s more that were drawn, a page is gone".formatted(count(sample.gone())));
    if (sample.strata().size() > 1) {
      table.row("similarity", "drops", "drawn");
      for (DropSample.Stratum stratum : sample.strata()) {
        table.row(stratum.similarity(), count(stratum.drops()), count(stratum.pairs()));
      }
    }
    return table;
  }

  /**
   * The same: {@code kind}, {@code seed}, {@code drops}, {@code pairs}, {@code gone}, and for each
   * of the {@code strata} its {@code drops} and {@code pairs}, and the drops that a pair stands for
   * as its {@code weight}.
   */
  public static ObjectNode json(DropSample sample) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("kind", sample.kind())
            .put("seed", sample.seed())
            .put("drops", sample.drops())
            .put("pairs", sample.pairs().size())
            .put("gone", sample.gone());
    ArrayNode strata = json.putArray("strata");
    for (DropSample.Stratum stratum : sample.strata()) {
      ObjectNode of = JSON.valueToTree(stratum);
      strata.add(of.put("weight", stratum.weight()));
    }
    return json;
  }
}

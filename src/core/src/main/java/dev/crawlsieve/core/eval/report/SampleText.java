package dev.crawlsieve.core.eval.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.report.TextTable;
import java.util.Locale;

/** How many drops were drawn, as text and as JSON. */
public final class SampleText {

  private SampleText() {}

  /** A headline, and a row for each stratum. */
  public static TextTable table(DropSample sample) {
    TextTable table = new TextTable();
    table.row(
        String.format(
            Locale.ROOT,
            "%,d of %,d %s drops drawn (seed %d)%s",
            sample.pairs().size(),
            sample.drops(),
            sample.kind(),
            sample.seed(),
            sample.gone() == 0
                ? ""
                : String.format(
                    Locale.ROOT, "; of %,d more that were drawn, a page is gone", sample.gone())));
    if (sample.strata().size() > 1) {
      table.row("similarity", "drops", "drawn");
      for (DropSample.Stratum stratum : sample.strata()) {
        table.row(
            stratum.similarity(),
            String.format(Locale.ROOT, "%,d", stratum.drops()),
            String.format(Locale.ROOT, "%,d", stratum.pairs()));
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
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", sample.kind())
            .put("seed", sample.seed())
            .put("drops", sample.drops())
            .put("pairs", sample.pairs().size())
            .put("gone", sample.gone());
    ArrayNode strata = json.putArray("strata");
    for (DropSample.Stratum stratum : sample.strata()) {
      strata
          .addObject()
          .put("similarity", stratum.similarity())
          .put("drops", stratum.drops())
          .put("pairs", stratum.pairs())
          .put("weight", stratum.weight());
    }
    return json;
  }
}

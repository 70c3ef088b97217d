package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.measure.report.TextTable;

/** The numbers of drops that were drawn, as text. */
public final class SampleText {

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
}

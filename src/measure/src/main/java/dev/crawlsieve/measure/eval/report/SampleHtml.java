package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.measure.report.PageScript;
import dev.crawlsieve.measure.report.ReportTemplate;
import java.util.List;

/**
 * A sample of drops as a single HTML page on which to judge them. The page is self-contained: it
 * needs no font, no network, and no script but its own. Its template is {@code
 * eval/report/sample.mustache}.
 *
 * <p>Titles, URLs and texts were crawled and may be hostile. All of them are escaped text in the
 * page, and the page's policy allows only the script whose hash it names.
 */
public final class SampleHtml {

  private static final PageScript SCRIPT =
      PageScript.of(SampleHtml.class, "figures.js", "sample.js");

  private SampleHtml() {}

  /** The HTML page. */
  public static String of(DropSample sample) {
    return ReportTemplate.fill(
        "eval/report/sample.mustache",
        new Page(sample, count(sample.pairs().size()), SCRIPT.text(), SCRIPT.hash(), id(sample)));
  }

  /**
   * The values that the template shows.
   *
   * @param hash hash of the script
   * @param id id of the sample, under which a browser keeps its labels
   */
  record Page(DropSample sample, String pairCount, String script, String hash, String id) {

    String title() {
      return "Was it right to drop these pages?";
    }

    String drops() {
      return count(sample.drops());
    }

    boolean exact() {
      return sample.kind().equals("exact");
    }

    String gone() {
      return sample.gone() == 0 ? "" : count(sample.gone());
    }

    /** Whether drops of different strata have different weights. */
    boolean weighted() {
      return sample.strata().size() > 1;
    }

    List<Stratum> strata() {
      return sample.strata().stream().map(Stratum::of).toList();
    }
  }

  /**
   * A row of the table.
   *
   * @param number number of drops in the form that the script reads
   */
  record Stratum(String similarity, String number, String drops, String pairs) {

    static Stratum of(DropSample.Stratum stratum) {
      return new Stratum(
          stratum.similarity(),
          Long.toString(stratum.drops()),
          count(stratum.drops()),
          count(stratum.pairs()));
    }
  }

  private static String id(DropSample sample) {
    StringBuilder pairs = new StringBuilder(sample.kind());
    for (DropSample.Pair pair : sample.pairs()) {
      pairs.append('\n').append(pair.dropped().label()).append('\t').append(pair.kept().label());
    }
    return PageScript.sha256(pairs.toString()).substring(0, 16);
  }
}

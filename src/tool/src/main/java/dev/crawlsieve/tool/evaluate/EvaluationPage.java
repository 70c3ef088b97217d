package dev.crawlsieve.tool.evaluate;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.report.EvaluationHtml;
import dev.crawlsieve.core.work.HtmlFile;
import java.nio.file.Path;

/** The HTML page of an evaluation, on disk. */
public final class EvaluationPage {

  private final HtmlFile file;

  private EvaluationPage(HtmlFile file) {
    this.file = file;
  }

  /**
   * A page to be written later.
   *
   * @throws dev.crawlsieve.core.work.SieveException if it is already clear that it cannot be
   *     written
   */
  public static EvaluationPage at(Path file) {
    return new EvaluationPage(HtmlFile.at(file));
  }

  /**
   * Writes the page.
   *
   * @throws dev.crawlsieve.core.work.SieveException if it cannot be written
   */
  public void write(EvaluationResult result) {
    file.write(EvaluationHtml.of(result));
  }
}

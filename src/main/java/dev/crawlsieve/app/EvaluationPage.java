package dev.crawlsieve.app;

import dev.crawlsieve.eval.EvaluationHtml;
import dev.crawlsieve.eval.EvaluationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The HTML page of an evaluation, on disk. */
public final class EvaluationPage {

  private final Path file;

  private EvaluationPage(Path file) {
    this.file = file;
  }

  /**
   * A page to be written later.
   *
   * @throws SieveException if it is clear by now that it cannot be written
   */
  public static EvaluationPage at(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
      throw new SieveException("the page " + file + " cannot be written, must be in a folder");
    }
    return new EvaluationPage(file);
  }

  /**
   * Writes it.
   *
   * @throws SieveException if it cannot be written
   */
  public void write(EvaluationResult result) {
    try {
      Files.writeString(file, EvaluationHtml.of(result));
    } catch (IOException e) {
      throw new SieveException("the page " + file + " cannot be written: " + e, e);
    }
  }
}

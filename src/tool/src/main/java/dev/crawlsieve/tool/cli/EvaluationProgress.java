package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.tool.evaluate.PairEvaluation;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.Locale;

/** Reports the progress of an evaluation: pages first, then detectors. */
final class EvaluationProgress implements PairEvaluation.Listener, AutoCloseable {

  private final Console console;
  private final ProgressLine line;
  private long firstNanos;

  EvaluationProgress(Console console) {
    this.console = console;
    this.line = new ProgressLine(console);
  }

  @Override
  public void note(String sentence) {
    console.fleeting("");
    console.note(sentence);
  }

  @Override
  public void read(Progress progress) {
    line.accept(progress);
    firstNanos = System.nanoTime();
  }

  @Override
  public void measured(int done, int all) {
    line.say(() -> text(done, all, (System.nanoTime() - firstNanos) / 1e9));
  }

  static String text(int done, int all, double seconds) {
    return String.format(
        Locale.ROOT,
        "%d of %d detectors measured, %.1f s each, %s left",
        done,
        all,
        seconds / done,
        ProgressLine.time(seconds / done * (all - done)));
  }

  @Override
  public void close() {
    line.close();
  }
}

package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.tool.evaluate.PairEvaluation;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Reports the progress of an evaluation: pages first, then detectors. */
final class EvaluationProgress implements PairEvaluation.Listener, AutoCloseable {

  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Console console;
  private final ProgressLine pages;
  private long firstNanos;
  private long lastNanos;

  EvaluationProgress(Console console) {
    this.console = console;
    this.pages = new ProgressLine(console);
  }

  @Override
  public void note(String sentence) {
    console.fleeting("");
    console.note(sentence);
  }

  @Override
  public void read(Progress progress) {
    pages.accept(progress);
    firstNanos = System.nanoTime();
    lastNanos = firstNanos;
  }

  @Override
  public void measured(int done, int all) {
    long now = System.nanoTime();
    String text = text(done, all, (now - firstNanos) / 1e9);
    if (console.terminal()) {
      console.fleeting(text);
    } else if (now - lastNanos >= EVERY_NANOS) {
      lastNanos = now;
      console.note(text);
    }
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
    pages.close();
  }
}

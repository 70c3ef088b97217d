package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.generation.GenerationProgress;
import dev.crawlsieve.stream.generation.NewGeneration;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.util.Locale;

/**
 * Reports the progress of a new generation: every second on a terminal, every ten seconds
 * elsewhere.
 */
final class IntoProgress implements NewGeneration.Listener, AutoCloseable {

  private final Console console;
  private final ProgressLine line;

  IntoProgress(Console console) {
    this.console = console;
    this.line = new ProgressLine(console);
  }

  @Override
  public void accept(GenerationProgress progress) {
    line.say(() -> text(progress));
  }

  @Override
  public void following() {
    console.fleeting("");
    console.note("caught up, following new pages" + Interruption.STOPS_IT);
  }

  static String text(GenerationProgress progress) {
    double rate = progress.pagesPerSecond();
    String text =
        String.format(
            Locale.ROOT,
            "of %,d offsets %,d decided, %,d routed, %,.0f/s",
            progress.total(),
            progress.decided(),
            progress.routed(),
            rate);
    long left = progress.total() - progress.routed();
    return rate <= 0 || left <= 0 ? text : text + ", " + ProgressLine.time(left / rate) + " left";
  }

  @Override
  public void close() {
    line.close();
  }
}

package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.replay.LogReplay;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.ProgressLine;

/** Reports the progress of a replay: current verdicts first, then pages, then the sample. */
final class ReplayProgress implements LogReplay.Listener, AutoCloseable {

  private final Console console;
  private final ProgressLine line;

  ReplayProgress(Console console) {
    this.console = console;
    this.line = new ProgressLine(console);
  }

  @Override
  public void note(String sentence) {
    console.fleeting("");
    console.note(sentence);
  }

  @Override
  public void verdicts(Progress progress) {
    line.accept("verdicts", progress);
  }

  @Override
  public void pages(Progress progress) {
    line.accept("pages", progress);
  }

  @Override
  public void close() {
    line.close();
  }
}

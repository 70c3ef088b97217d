package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.tool.terminal.Console;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports on standard error what a benchmark is doing: every step on a terminal, at intervals
 * elsewhere.
 */
final class BenchProgress implements Consumer<String>, AutoCloseable {

  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Console console;
  private long lastNanos = System.nanoTime();

  BenchProgress(Console console) {
    this.console = console;
  }

  @Override
  public void accept(String step) {
    console.fleeting(step);
    long now = System.nanoTime();
    if (!console.terminal() && now - lastNanos >= EVERY_NANOS) {
      lastNanos = now;
      console.note(step);
    }
  }

  /** Clears the line. */
  @Override
  public void close() {
    console.fleeting("");
  }
}

package dev.crawlsieve.chaos;

import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A process that is meant to be ill-treated.
 *
 * <p>Its standard input is a pipe from this process that nothing is written to: it ends when this
 * process does, however that ends, and the child ends itself then. Its output goes to a file.
 */
final class Child {

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param log file that its output is added to
   */
  static Child start(List<String> command, Path log) {
    try {
      return new Child(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start());
    } catch (IOException e) {
      throw new SieveException("a process cannot be started: " + e.getMessage(), e);
    }
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Ends it as a crash does, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * Asks it to end, and waits.
   *
   * @return whether it ended in time; if not, it is still there
   */
  boolean stop(Duration patience) throws InterruptedException {
    // The process's own destroy() would close its standard input, too, and it would end at once.
    boolean asked = process.toHandle().destroy();
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) && asked;
  }

  /**
   * Stops it where it stands, and lets it go on after a while.
   *
   * <p>A shell does both: should this process be killed in between, the paused one goes on, sees
   * that and ends.
   */
  void pause(long millis) throws InterruptedException {
    String seconds = String.format(Locale.ROOT, "%.3f", millis / 1e3);
    String script = "kill -STOP \"$0\" && sleep \"$1\"; kill -CONT \"$0\"";
    try {
      int status =
          new ProcessBuilder("sh", "-c", script, String.valueOf(process.pid()), seconds)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (status != 0 && process.isAlive()) {
        throw new SieveException("a process cannot be paused: kill ended with " + status);
      }
    } catch (IOException e) {
      throw new SieveException("a process cannot be paused, sh does not start: " + e, e);
    }
  }
}

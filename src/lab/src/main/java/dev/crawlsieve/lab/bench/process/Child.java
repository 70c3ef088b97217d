package dev.crawlsieve.lab.bench.process;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process that ends when this one does.
 *
 * <p>Its standard input is a pipe from this process to which nothing is written: it is closed when
 * this process ends, however that happens, and the child then exits. Its output goes to a file.
 */
final class Child {

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param log file to which its output is appended
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

  long pid() {
    return process.pid();
  }

  /** User and system time that it has used; empty if the operating system does not tell. */
  Optional<Duration> cpu() {
    return process.info().totalCpuDuration();
  }

  /** Kills it like a crash, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * Asks it to end, and waits.
   *
   * @return whether it ended in time; if not, it is still running
   */
  boolean stop(Duration patience) throws InterruptedException {
    // The process's own destroy() would also close its standard input, and it would exit at once.
    boolean asked = process.toHandle().destroy();
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) && asked;
  }

  /**
   * Suspends it, and resumes it after a while.
   *
   * <p>A shell does both: if this process is killed in between, the suspended one is resumed,
   * notices that and exits.
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

package dev.crawlsieve.lab.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A broker, an instance or the like: a process that is restarted repeatedly under the same name.
 *
 * <p>Thread-safe. Once it is closed it cannot be started.
 */
public final class Member implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(90);

  /** Lines at the end of a log that say why a process ended. */
  private static final int TAIL = 10;

  private final String name;
  private final Path log;
  private final Supplier<List<String>> command;
  private @Nullable Child child;
  private long logged;
  private boolean meant;
  private boolean closed;
  private final List<String> unasked = new ArrayList<>();

  /**
   * @param name for example {@code instance 2}
   * @param log file for its output
   * @param command supplies the command line at every start
   */
  public Member(String name, Path log, Supplier<List<String>> command) {
    this.name = name;
    this.log = log;
    this.command = command;
  }

  public String name() {
    return name;
  }

  public synchronized void start() {
    if (!closed) {
      meant = true;
      logged = size(log);
      child = Child.start(command.get(), log);
    }
  }

  public void kill() throws InterruptedException {
    leave().kill();
  }

  /** Asks it to stop, and kills it if it does not in time. Returns whether it stopped. */
  public boolean stop() throws InterruptedException {
    Child leaving = leave();
    boolean wasThere = leaving.alive();
    if (leaving.stop(STOP) || !wasThere) {
      return true;
    }
    leaving.kill();
    return false;
  }

  public void pause(long millis) throws InterruptedException {
    Child paused;
    synchronized (this) {
      paused = child;
    }
    Objects.requireNonNull(paused).pause(millis);
  }

  /** The number of its process. */
  public synchronized long pid() {
    return Objects.requireNonNull(child).pid();
  }

  /**
   * User and system time that its process has used, in seconds.
   *
   * @throws SieveException if the operating system does not tell
   */
  public synchronized double cpuSeconds() {
    return Objects.requireNonNull(child)
            .cpu()
            .orElseThrow(() -> new SieveException("the CPU time of " + name + " is unknown"))
            .toNanos()
        / 1e9;
  }

  private synchronized Child leave() {
    noteIfEnded();
    meant = false;
    return Objects.requireNonNull(child);
  }

  private boolean noteIfEnded() {
    boolean ended = meant && child != null && !child.alive();
    if (ended) {
      unasked.add(name + " died on its own: " + lastWords());
    }
    return ended;
  }

  /**
   * Restarts it if it has ended without being asked to.
   *
   * @return a sentence that says so, or null if it had not
   */
  public synchronized @Nullable String revive() {
    if (closed || !noteIfEnded()) {
      return null;
    }
    start();
    return unasked.get(unasked.size() - 1);
  }

  /** A sentence with its last words, for each time that it ended without being asked to. */
  public synchronized List<String> unasked() {
    return List.copyOf(unasked);
  }

  /** Whether its output since the last start contains these words. */
  public boolean printed(String words) {
    try {
      return output().contains(words);
    } catch (IOException e) {
      throw new SieveException("the log of " + name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private String output() throws IOException {
    long from;
    synchronized (this) {
      from = logged;
    }
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(from);
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new SieveException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The last lines of its output since the last start. */
  public String lastWords() {
    try {
      List<String> lines = output().lines().filter(line -> !line.isBlank()).toList();
      return String.join(" | ", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    Child last;
    synchronized (this) {
      closed = true;
      meant = false;
      last = child;
    }
    try {
      if (last != null) {
        last.kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while ending " + name, e);
    }
  }
}

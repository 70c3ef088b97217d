package dev.crawlsieve.tool.terminal;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets a command shut down cleanly on Ctrl-C. */
public final class Interruption {

  /** The end of the first message of commands that run until they are stopped. */
  public static final String STOPS_IT = "; Ctrl-C stops it";

  private final Thread hook;
  private final CountDownLatch happened = new CountDownLatch(1);

  /**
   * @param stop ends the command's work, and returns when it has ended; called from another thread
   */
  public Interruption(Runnable stop) {
    hook =
        new Thread(
            () -> {
              happened.countDown();
              stop.run();
            },
            "crawlsieve-stop");
  }

  /**
   * @param console receives a message, instead of a stack trace, if the work does not end
   */
  public Interruption(Runnable stop, Console console) {
    this(stop);
    hook.setUncaughtExceptionHandler((thread, e) -> console.error(String.valueOf(e.getMessage())));
  }

  /** Runs the work; on Ctrl-C, it is stopped before the process ends. */
  public <T> T during(Callable<T> work) throws Exception {
    begin();
    try {
      return work.call();
    } finally {
      remove();
    }
  }

  /** Marks the beginning of the work; {@link #end} marks its end. */
  public void begin() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Marks the end of the work; returns false if the process is ending, too. */
  public boolean end() {
    remove();
    return happened.getCount() > 0;
  }

  private void remove() {
    if (happened.getCount() > 0) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is already shutting down: the hook runs and finds nothing left to do.
        happened.countDown();
      }
    }
  }

  /** Waits for Ctrl-C, and returns whether it came. */
  public boolean await(Duration patience) throws InterruptedException {
    return happened.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}

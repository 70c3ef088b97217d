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
   * @param stop ends the command's work, called from another thread; returns when it has ended
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
   * @param console receives a message, in place of a stack trace, if the work does not end
   */
  public Interruption(Runnable stop, Console console) {
    this(stop);
    hook.setUncaughtExceptionHandler((thread, e) -> console.error(String.valueOf(e.getMessage())));
  }

  /** Does the work; on Ctrl-C, the work is stopped before the process ends. */
  public <T> T during(Callable<T> work) throws Exception {
    begin();
    try {
      return work.call();
    } finally {
      remove();
    }
  }

  /** Begins work that {@link #end} ends. */
  public void begin() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Ends the work, and returns false if the process is ending, too. */
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

package dev.crawlsieve.lab.bench.process;

import java.io.IOException;

/**
 * Ends this process when its parent has ended, for whatever reason: standard input then reaches its
 * end.
 */
public final class Lifeline {

  /** System property that enables it. */
  private static final String WANTED = "crawlsieve.lifeline";

  private Lifeline() {}

  /** Watches the parent, if the parent has asked for it. */
  public static void holdIfWanted() {
    if (Boolean.getBoolean(WANTED)) {
      Thread thread = new Thread(Lifeline::hold, "crawlsieve-lifeline");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void hold() {
    try {
      while (System.in.read() >= 0) {
        // Input is ignored; only its end matters.
      }
    } catch (IOException e) {
      // A broken pipe counts as the end, too.
      e.printStackTrace(System.err);
    }
    Runtime.getRuntime().halt(1);
  }
}

package dev.crawlsieve.lab.bench.process;

import java.io.IOException;

/**
 * Ends this process when its parent has ended, for any reason: standard input then reaches its end.
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
      Runtime.getRuntime().halt(2); // a broken pipe is an end, too
    }
    Runtime.getRuntime().halt(1);
  }
}

package dev.crawlsieve.tool.terminal;

import java.io.IOException;

/**
 * Ends this process when its parent has ended, for whatever reason: standard input then reaches its
 * end.
 */
public final class Lifeline {

  /** Property that asks for it. */
  private static final String WANTED = "crawlsieve.lifeline";

  private Lifeline() {}

  /** Holds on to the parent, if that has asked for it. */
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
        // Nothing is said on this line.
      }
    } catch (IOException e) {
      // A line that breaks has ended, too.
      e.printStackTrace(System.err);
    }
    Runtime.getRuntime().halt(1);
  }
}

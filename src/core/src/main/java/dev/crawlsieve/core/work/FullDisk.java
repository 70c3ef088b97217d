package dev.crawlsieve.core.work;

import java.util.HashSet;
import java.util.Set;

/** Recognises failures for lack of space on a disk. */
public final class FullDisk {

  // What the C library, the JDK and RocksDB call it; there is no exception type for it.
  private static final String NO_SPACE = "No space left on device";

  private FullDisk() {}

  /** What to tell the user if a failure comes from a full disk; else null. */
  public static String sentence(Throwable failure) {
    Set<Throwable> seen = new HashSet<>();
    String where = null;
    for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      where = message.contains(NO_SPACE) ? message.lines().findFirst().orElseThrow() : where;
    }
    return where == null
        ? null
        : "a disk is full ("
            + where
            + "): free some space on it, or choose a folder on a larger one (setting state.dir, for"
            + " 'sieve' --out), and start again; what was committed is kept, the rest is done again";
  }
}

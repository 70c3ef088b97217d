package dev.crawlsieve.core.work;

import java.util.HashSet;
import java.util.Set;

/** Searches chains of causes. */
public final class Causes {

  private Causes() {}

  /** Whether a failure, or one of its causes, is of a type. */
  public static boolean any(Throwable failure, Class<? extends Throwable> type) {
    Set<Throwable> seen = new HashSet<>();
    for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  /** The message of the root cause. */
  public static String root(Throwable failure) {
    Throwable cause = failure;
    Set<Throwable> seen = new HashSet<>();
    while (cause.getCause() != null && seen.add(cause)) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}

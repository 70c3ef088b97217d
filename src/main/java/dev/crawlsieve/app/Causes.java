package dev.crawlsieve.app;

import java.util.HashSet;
import java.util.Set;

/** Looks into chains of causes. */
final class Causes {

  private Causes() {}

  /** What the first cause of all says. */
  static String root(Throwable failure) {
    Throwable cause = failure;
    Set<Throwable> seen = new HashSet<>();
    while (cause.getCause() != null && seen.add(cause)) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}

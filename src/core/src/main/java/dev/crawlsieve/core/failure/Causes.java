package dev.crawlsieve.core.failure;

import java.util.ArrayList;
import java.util.List;

/** Searches an exception's chain of causes. */
public final class Causes {

  private Causes() {}

  /** A failure and its causes, each of them once. */
  static List<Throwable> of(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable next = failure; next != null && !causes.contains(next); next = next.getCause()) {
      causes.add(next);
    }
    return causes;
  }

  /** Whether a failure, or one of its causes, is of a type. */
  public static boolean any(Throwable failure, Class<? extends Throwable> type) {
    return of(failure).stream().anyMatch(type::isInstance);
  }

  /** The message of the root cause. */
  public static String root(Throwable failure) {
    List<Throwable> causes = of(failure);
    Throwable root = causes.get(causes.size() - 1);
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}

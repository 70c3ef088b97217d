package dev.crawlsieve.stream.config;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Suggests the name that was probably meant by a mistyped one. */
public final class NearestName {

  /** The least share of words by which a name is taken for another one: num.stream.threads. */
  private static final double LEAST_SHARED = 2.0 / 3;

  private NearestName() {}

  /** A question that suggests the nearest name, or the empty string if none is near. */
  static String hint(String name, Collection<String> names) {
    String nearest = of(name, names);
    return nearest == null ? "" : "; did you mean '" + nearest + "'?";
  }

  /** The nearest name, which differs in a third of the characters, or two, at most; or null. */
  public static @Nullable String of(String name, Collection<String> names) {
    String nearest = null;
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : names) {
      int distance = edits(name, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /**
   * The name that shares most of its words with this one, which are separated by dots: at least two
   * thirds of the words of both; null if there is none. Of two names it is the first in order.
   */
  static @Nullable String byWords(String name, Collection<String> names) {
    Set<String> words = new HashSet<>(List.of(name.split("\\.")));
    String nearest = null;
    double most = LEAST_SHARED;
    for (String candidate : new TreeSet<>(names)) {
      Set<String> all = new HashSet<>(List.of(candidate.split("\\.")));
      Set<String> shared = new HashSet<>(all);
      shared.retainAll(words);
      all.addAll(words);
      double share = (double) shared.size() / all.size();
      if (share > most || (nearest == null && share == most)) {
        most = share;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Levenshtein distance. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}

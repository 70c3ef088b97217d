package dev.crawlsieve.stream.config;

import java.util.Collection;

/** Suggests the name that was probably meant by a mistyped one. */
final class NearestName {

  private NearestName() {}

  /**
   * A question that suggests the nearest name, which may differ in two characters or a third of
   * them; the empty string if none is so near.
   */
  static String hint(String name, Collection<String> names) {
    String hint = "";
    int least = Math.max(2, name.length() / 3) + 1;
    for (String candidate : names) {
      int distance = edits(name, candidate);
      if (distance < least) {
        least = distance;
        hint = "; did you mean '" + candidate + "'?";
      }
    }
    return hint;
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

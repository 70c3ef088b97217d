package dev.crawlsieve.core.diff;

import dev.crawlsieve.core.diff.TextDiff.Op;
import dev.crawlsieve.core.diff.TextDiff.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The differences between the words of some lines, for people to read. */
final class WordDiff {

  /**
   * Above this number of pairs of words, about a second's work, all words are shown as replaced.
   */
  private static final long MOST_PAIRS = 20_000_000_000L;

  private WordDiff() {}

  /** The runs of words kept, removed and added, in order; none if there are no words. */
  static List<Run> runs(List<String> linesA, List<String> linesB) {
    List<String> a = words(linesA);
    List<String> b = words(linesB);
    int[] partner = new int[a.size()];
    if ((long) a.size() * b.size() > MOST_PAIRS) {
      Arrays.fill(partner, -1);
    } else {
      partner = LongestCommonSubsequence.of(a, b).alignment();
    }
    List<Run> runs = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      int startA = i;
      while (i < a.size() && partner[i] == j) {
        i++;
        j++;
      }
      add(runs, Op.SAME, a.subList(startA, i));
      startA = i;
      int startB = j;
      while (i < a.size() && partner[i] < 0) {
        i++;
      }
      j = i < a.size() ? partner[i] : b.size();
      add(runs, Op.REMOVED, a.subList(startA, i));
      add(runs, Op.ADDED, b.subList(startB, j));
    }
    return runs;
  }

  private static void add(List<Run> runs, Op op, List<String> words) {
    if (!words.isEmpty()) {
      runs.add(new Run(op, String.join(" ", words)));
    }
  }

  private static List<String> words(List<String> lines) {
    return lines.stream()
        .flatMap(line -> Arrays.stream(line.split("\\s+")))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}

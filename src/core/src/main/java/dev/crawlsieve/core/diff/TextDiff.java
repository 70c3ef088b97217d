package dev.crawlsieve.core.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * The differences between two texts, line by line, and word by word within the lines that differ.
 *
 * <p>The common lines are a longest common subsequence (as in Hunt and McIlroy's diff, 1976). Blank
 * lines are ignored.
 *
 * @param linesA number of lines in the first text
 * @param linesB number of lines in the second
 * @param common number of common lines
 * @param changes the differences, in order
 */
public record TextDiff(int linesA, int linesB, int common, List<Change> changes) {

  /** What happens to a run of words from the first text to the second. */
  public enum Op {
    SAME("="),
    REMOVED("-"),
    ADDED("+");

    private final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    /** One character: {@code =}, {@code -} or {@code +}. */
    public String sign() {
      return sign;
    }
  }

  /**
   * A run of words.
   *
   * @param words joined by single blanks
   */
  public record Run(Op op, String words) {}

  /**
   * Lines of the first text that are replaced or removed in the second.
   *
   * @param lineA number of the first such line in the first text, from 1; if lines are only added,
   *     of the line after them
   * @param lineB the same in the second text
   * @param runs the words of these lines
   */
  public record Change(int lineA, int lineB, List<Run> runs) {

    public Change {
      runs = List.copyOf(runs);
    }
  }

  public TextDiff {
    changes = List.copyOf(changes);
  }

  /** The differences between two texts; a line ends at LF, CR or both. */
  public static TextDiff of(String a, String b) {
    List<String> linesA = lines(a);
    List<String> linesB = lines(b);
    int[] partner = LongestCommonSubsequence.of(linesA, linesB).alignment();
    List<Change> changes = new ArrayList<>();
    int common = 0;
    int fromA = 0;
    int fromB = 0;
    for (int i = 0; i <= partner.length; i++) {
      int j = i == partner.length ? linesB.size() : partner[i];
      if (j >= 0) {
        if (fromA < i || fromB < j) {
          List<Run> runs = WordDiff.runs(linesA.subList(fromA, i), linesB.subList(fromB, j));
          changes.add(new Change(fromA + 1, fromB + 1, runs));
        }
        common += i == partner.length ? 0 : 1;
        fromA = i + 1;
        fromB = j + 1;
      }
    }
    return new TextDiff(linesA.size(), linesB.size(), common, changes);
  }

  /** The edit similarity alone, without finding the changes. */
  public static double similarity(String a, String b) {
    List<String> linesA = lines(a);
    List<String> linesB = lines(b);
    int common = LongestCommonSubsequence.of(linesA, linesB).length();
    return new TextDiff(linesA.size(), linesB.size(), common, List.of()).similarity();
  }

  /** Edit similarity, 0 to 1: lines in common over lines in the union; 0 for two empty texts. */
  public double similarity() {
    int union = linesA + linesB - common;
    return union == 0 ? 0 : (double) common / union;
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}

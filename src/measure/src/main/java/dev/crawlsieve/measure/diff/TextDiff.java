package dev.crawlsieve.measure.diff;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The differences between two texts: by lines, and by words within lines that differ.
 *
 * <p>The common lines are a longest common subsequence (as in Hunt and McIlroy's diff, 1976). Blank
 * lines are ignored. Work is bounded. If two texts together have more than 20,000 lines between
 * their common beginning and end, nothing in between counts as common.
 *
 * @param linesA number of lines in the first text
 * @param linesB number of lines in the second
 * @param common number of common lines
 * @param changes the differences, in order
 */
public record TextDiff(int linesA, int linesB, int common, List<Change> changes) {

  /** What happens to a run of words between the first text and the second. */
  public enum Op {
    SAME("="),
    REMOVED("-"),
    ADDED("+");

    private final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    /** The operation as a character: {@code =}, {@code -} or {@code +}. */
    @JsonValue
    public String sign() {
      return sign;
    }
  }

  /**
   * A run of words; in JSON an array of its two parts.
   *
   * @param words the words, joined by single blanks
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Run(Op op, String words) {

    /** Whether only the first text has these words. */
    public boolean removed() {
      return op == Op.REMOVED;
    }

    /** Whether only the second text has these words. */
    public boolean added() {
      return op == Op.ADDED;
    }
  }

  /**
   * A place where lines of the first text are replaced or removed in the second, or lines are
   * added.
   *
   * @param lineA number of the first such line in the first text, from 1; if lines are only added,
   *     the number of the line after them
   * @param lineB the same for the second text
   * @param runs the words of these lines
   */
  public record Change(int lineA, int lineB, List<Run> runs) {

    public Change {
      runs = List.copyOf(runs);
    }

    /** The runs, in which … stands for unchanged words that are far from a difference. */
    public List<Run> near(int mostWords) {
      List<Run> near = new ArrayList<>();
      for (Run run : runs) {
        List<String> words = Arrays.asList(run.words().split(" "));
        int first = near.isEmpty() ? 0 : mostWords;
        int last = near.size() + 1 == runs.size() ? 0 : mostWords;
        if (run.op() == Op.SAME && words.size() > first + last + 1) {
          List<String> kept = new ArrayList<>(words.subList(0, first));
          kept.add("…");
          kept.addAll(words.subList(words.size() - last, words.size()));
          near.add(new Run(Op.SAME, String.join(" ", kept)));
        } else {
          near.add(run);
        }
      }
      return near;
    }
  }

  public TextDiff {
    changes = List.copyOf(changes);
  }

  /** The differences between two texts; a line ends at LF, CR or both. */
  public static TextDiff of(String a, String b) {
    List<String> linesA = lines(a);
    List<String> linesB = lines(b);
    List<Change> changes = new ArrayList<>();
    int common = linesA.size();
    Gaps ofWords = new Gaps();
    for (var gap : new Gaps().between(linesA, linesB)) {
      List<String> gone = words(linesA.subList(gap.startOriginal, gap.endOriginal));
      List<String> come = words(linesB.subList(gap.startRevised, gap.endRevised));
      List<Run> runs = runs(gone, come, ofWords);
      changes.add(new Change(gap.startOriginal + 1, gap.startRevised + 1, runs));
      common -= gap.endOriginal - gap.startOriginal;
    }
    return new TextDiff(linesA.size(), linesB.size(), common, changes);
  }

  private static List<Run> runs(List<String> a, List<String> b, Gaps gaps) {
    List<Run> runs = new ArrayList<>();
    int at = 0;
    for (var gap : gaps.between(a, b)) {
      add(runs, Op.SAME, a.subList(at, gap.startOriginal));
      add(runs, Op.REMOVED, a.subList(gap.startOriginal, gap.endOriginal));
      add(runs, Op.ADDED, b.subList(gap.startRevised, gap.endRevised));
      at = gap.endOriginal;
    }
    add(runs, Op.SAME, a.subList(at, a.size()));
    return runs;
  }

  private static void add(List<Run> runs, Op op, List<String> words) {
    if (!words.isEmpty()) {
      runs.add(new Run(op, String.join(" ", words)));
    }
  }

  /**
   * The edit similarity, in [0, 1]: lines in common over lines in the union; 0 for two empty texts.
   */
  public double similarity() {
    int union = linesA + linesB - common;
    return union == 0 ? 0 : (double) common / union;
  }

  private static List<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  private static List<String> words(List<String> lines) {
    return lines.stream().flatMap(line -> Arrays.stream(line.split("\\s+"))).toList();
  }
}

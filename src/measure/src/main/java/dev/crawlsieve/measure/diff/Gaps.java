package dev.crawlsieve.measure.diff;

import com.github.difflib.algorithm.Change;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.DeltaType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the gaps in which two sequences differ: the parts between the elements of a longest common
 * subsequence (Myers, An O(ND) Difference Algorithm and Its Variations, 1986).
 *
 * <p>Work is the square of the sequences' lengths without their common beginning and end, and is
 * bounded: what would exceed the bound is one gap. Not thread-safe.
 */
final class Gaps {

  /**
   * The bound on work: two sequences of 10,000 elements each, or many shorter ones; two seconds at
   * worst.
   */
  private static final long MOST_WORK = 400_000_000;

  private long room = MOST_WORK;

  /**
   * The gaps between two sequences, in order. The work is deducted from what remains of the bound.
   */
  List<Change> between(List<String> textA, List<String> textB) {
    Map<String, Integer> numbers = new HashMap<>(); // compared in one step each
    List<Integer> a = numbered(textA, numbers);
    List<Integer> b = numbered(textB, numbers);
    int start = 0;
    int endA = a.size();
    int endB = b.size();
    while (start < endA && start < endB && a.get(start).equals(b.get(start))) {
      start++;
    }
    while (start < endA && start < endB && a.get(endA - 1).equals(b.get(endB - 1))) {
      endA--;
      endB--;
    }
    long length = endA + (long) endB - 2L * start;
    if (length * length > room) {
      return List.of(new Change(DeltaType.CHANGE, start, endA, start, endB));
    }
    room -= length * length;
    return joined(new MyersDiffWithLinearSpace<Integer>().computeDiff(a, b, null));
  }

  private static List<Integer> numbered(List<String> text, Map<String, Integer> numbers) {
    return text.stream().map(each -> numbers.computeIfAbsent(each, n -> numbers.size())).toList();
  }

  /** Joins a removal and an addition at the same place into one gap. */
  private static List<Change> joined(List<Change> changes) {
    List<Change> gaps = new ArrayList<>();
    for (Change next : changes) {
      int last = gaps.size() - 1;
      if (last >= 0
          && gaps.get(last).endOriginal == next.startOriginal
          && gaps.get(last).endRevised == next.startRevised) {
        Change longer = gaps.get(last).withEndOriginal(next.endOriginal);
        gaps.set(last, longer.withEndRevised(next.endRevised));
      } else {
        gaps.add(next);
      }
    }
    return gaps;
  }
}

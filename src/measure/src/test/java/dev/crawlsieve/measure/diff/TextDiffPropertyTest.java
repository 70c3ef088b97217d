package dev.crawlsieve.measure.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.measure.diff.TextDiff.Change;
import dev.crawlsieve.measure.diff.TextDiff.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TextDiffPropertyTest {

  /** The length of the longest common subsequence, by the classic algorithm with a table. */
  private static int common(List<String> a, List<String> b) {
    int[][] table = new int[a.size() + 1][b.size() + 1];
    for (int i = 1; i <= a.size(); i++) {
      for (int j = 1; j <= b.size(); j++) {
        table[i][j] =
            a.get(i - 1).equals(b.get(j - 1))
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    return table[a.size()][b.size()];
  }

  private static List<String> random(SplittableRandom random, int length, int symbols) {
    return random.ints(length, 0, symbols).mapToObj(Integer::toString).toList();
  }

  private static List<String> words(Change change, Op other) {
    return change.runs().stream()
        .filter(run -> run.op() != other)
        .flatMap(run -> Stream.of(run.words().split(" ")))
        .toList();
  }

  @Property(tries = 500)
  void commonLinesAreMostAndChangesLeadFromOneTextToTheOther(
      @ForAll long seed,
      @ForAll @IntRange(max = 200) int lengthA,
      @ForAll @IntRange(max = 200) int lengthB,
      @ForAll @IntRange(min = 1, max = 60) int symbols) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> a = random(random, lengthA, symbols);
    List<String> b = random(random, lengthB, symbols);
    TextDiff diff = TextDiff.of(String.join("\n", a), String.join("\n", b));
    assertThat(diff.common()).isEqualTo(common(a, b));

    List<String> made = new ArrayList<>();
    int at = 0;
    for (Change change : diff.changes()) {
      made.addAll(a.subList(at, change.lineA() - 1));
      assertThat(change.lineB()).isEqualTo(made.size() + 1);
      List<String> gone = words(change, Op.ADDED);
      at = change.lineA() - 1 + gone.size();
      assertThat(gone).isEqualTo(a.subList(change.lineA() - 1, at));
      made.addAll(words(change, Op.REMOVED));
    }
    made.addAll(a.subList(at, a.size()));
    assertThat(made).isEqualTo(b);
  }

  @Property(tries = 500)
  void commonWordsOfALineAreMost(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 200) int lengthA,
      @ForAll @IntRange(min = 1, max = 200) int lengthB,
      @ForAll @IntRange(min = 1, max = 60) int symbols) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> a = random(random, lengthA, symbols);
    List<String> b = random(random, lengthB, symbols);
    TextDiff diff = TextDiff.of(String.join(" ", a), String.join(" ", b));
    if (a.equals(b)) {
      assertThat(diff.changes()).isEmpty();
      return;
    }
    Change all = diff.changes().get(0);
    assertThat(words(all, Op.ADDED)).isEqualTo(a);
    assertThat(words(all, Op.REMOVED)).isEqualTo(b);
    long same =
        all.runs().stream()
            .filter(run -> run.op() == Op.SAME)
            .flatMap(run -> Arrays.stream(run.words().split(" ")))
            .count();
    assertThat(same).isEqualTo(common(a, b));
  }
}

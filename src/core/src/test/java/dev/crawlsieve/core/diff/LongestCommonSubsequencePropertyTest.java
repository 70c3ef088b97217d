package dev.crawlsieve.core.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LongestCommonSubsequencePropertyTest {

  /** The classic algorithm with a table. */
  private static int plain(int[] a, int[] b) {
    int[][] table = new int[a.length + 1][b.length + 1];
    for (int i = 1; i <= a.length; i++) {
      for (int j = 1; j <= b.length; j++) {
        table[i][j] =
            a[i - 1] == b[j - 1]
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    return table[a.length][b.length];
  }

  private static int[] random(SplittableRandom random, int length, int symbols) {
    return random.ints(length, 0, symbols).toArray();
  }

  @Property(tries = 500)
  void lengthAndAlignmentAreThoseOfThePlainTable(
      @ForAll long seed,
      @ForAll @IntRange(max = 200) int lengthA,
      @ForAll @IntRange(max = 200) int lengthB,
      @ForAll @IntRange(min = 1, max = 60) int symbols) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] a = random(random, lengthA, symbols);
    int[] b = random(random, lengthB, symbols);
    LongestCommonSubsequence common = new LongestCommonSubsequence(a, b, symbols);
    int expected = plain(a, b);
    assertThat(common.length()).isEqualTo(expected);

    int[] partner = common.alignment();
    assertThat(Arrays.stream(partner).filter(j -> j >= 0).count()).isEqualTo(expected);
    int last = -1;
    for (int i = 0; i < a.length; i++) {
      if (partner[i] >= 0) {
        assertThat(partner[i]).isGreaterThan(last);
        assertThat(b[partner[i]]).isEqualTo(a[i]);
        last = partner[i];
      }
    }
  }

  @Test
  void shouldBearManyEqualSymbols() {
    int[] a = new int[100_000];
    int[] b = new int[90_000];
    a[5] = 1;
    b[80_000] = 1;
    assertThat(new LongestCommonSubsequence(a, b, 2).length()).isEqualTo(89_999);
  }
}

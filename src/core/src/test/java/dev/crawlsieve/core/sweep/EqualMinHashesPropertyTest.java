package dev.crawlsieve.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares masks of equal min-hashes with plain loops. */
final class EqualMinHashesPropertyTest {

  @Property
  void runsAreThoseOfAPlainLoop(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 84) int changes,
      @ForAll @IntRange(min = 1, max = 14) int rows) {
    Random random = new Random(seed);
    short[] a = new short[84];
    for (int i = 0; i < a.length; i++) {
      a[i] = (short) random.nextInt();
    }
    short[] b = a.clone();
    for (int i = 0; i < changes; i++) {
      b[random.nextInt(84)] ^= (short) (1 << random.nextInt(16));
    }
    int equal = 0;
    for (int i = 0; i < 84; i++) {
      equal += a[i] == b[i] ? 1 : 0;
    }
    int runs = 0;
    int first = Integer.MAX_VALUE;
    for (int run = 0; (run + 1) * rows <= 84; run++) {
      boolean same = true;
      for (int i = run * rows; i < (run + 1) * rows; i++) {
        same &= a[i] == b[i];
      }
      runs += same ? 1 : 0;
      first = same && first == Integer.MAX_VALUE ? run : first;
    }
    EqualMinHashes equality = new EqualMinHashes();
    equality.compare(packed(a), 0, packed(b), 0);
    assertThat(EqualMinHashes.count(packed(a), 0, packed(b), 0)).isEqualTo(equal);
    assertThat(equality.runs(rows, EqualMinHashes.starts(rows))).isEqualTo(runs);
    assertThat(equality.firstRun(rows, EqualMinHashes.starts(rows))).isEqualTo(first);
  }

  private static long[] packed(short[] sketch) {
    long[] packed = new long[21];
    for (int i = 0; i < 84; i++) {
      packed[i / 4] |= (sketch[i] & 0xffffL) << (48 - 16 * (i % 4));
    }
    return packed;
  }
}

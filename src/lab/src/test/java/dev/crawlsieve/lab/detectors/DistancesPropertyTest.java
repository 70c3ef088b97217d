package dev.crawlsieve.lab.detectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.core.eval.ShingleSet;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class DistancesPropertyTest {

  private static Set<Long> boxed(long[] values) {
    Set<Long> set = new HashSet<>();
    Arrays.stream(values).forEach(set::add);
    return set;
  }

  private static ShingleSet set(long[] hashes) {
    return ShingleSet.of(Arrays.stream(hashes));
  }

  private static double jaccard(Set<Long> a, Set<Long> b) {
    Set<Long> union = new HashSet<>(a);
    union.addAll(b);
    return union.isEmpty() ? 0 : (double) (a.size() + b.size() - union.size()) / union.size();
  }

  @Property
  void resemblanceOfHashesIsJaccardOfSets(
      @ForAll @Size(max = 40) @LongRangeSmall long[] a,
      @ForAll @Size(max = 40) @LongRangeSmall long[] b) {
    assertThat(set(a).resemblance(set(b))).isEqualTo(jaccard(boxed(a), boxed(b)));
  }

  @Property
  void smallestOfAllIsExact(
      @ForAll @Size(max = 40) @LongRangeSmall long[] a,
      @ForAll @Size(max = 40) @LongRangeSmall long[] b) {
    int all = Math.max(1, a.length + b.length);
    assertThat(ShingleSelection.smallestResemblance(set(a), set(b), all))
        .isEqualTo(set(a).resemblance(set(b)));
  }

  @Property
  void smallestIsShareOfTheUnionsSmallest(
      @ForAll @Size(max = 40) @LongRangeSmall long[] a,
      @ForAll @Size(max = 40) @LongRangeSmall long[] b,
      @ForAll @IntRange(min = 1, max = 12) int n) {
    Set<Long> union = boxed(a);
    union.addAll(boxed(b));
    Set<Long> least = new HashSet<>(union.stream().sorted().limit(n).toList());
    long common = least.stream().filter(boxed(a)::contains).filter(boxed(b)::contains).count();
    double expected = least.isEmpty() ? 0 : (double) common / least.size();
    assertThat(ShingleSelection.smallestResemblance(set(a), set(b), n)).isEqualTo(expected);
  }

  @Property
  void containmentBoundsResemblance(
      @ForAll @Size(max = 40) @LongRangeSmall long[] a,
      @ForAll @Size(max = 40) @LongRangeSmall long[] b) {
    ShingleSet of = set(a);
    ShingleSet other = set(b);
    assertThat(of.resemblance(other)).isLessThanOrEqualTo(of.containment(other));
    assertThat(of.containment(of)).isEqualTo(a.length == 0 ? 0 : 1);
  }

  @Property
  void cosineAndEuclidOfATextWithItself(@ForAll @Size(max = 40) @LongRangeSmall long[] text) {
    TermVector vector = TermVector.frequencies(text);
    assertThat(vector.cosine(vector)).isCloseTo(text.length == 0 ? 0 : 1, within(1e-12));
    assertThat(vector.euclid(vector)).isZero();
  }

  @Property
  void rotationIsUndone(
      @ForAll long value,
      @ForAll @IntRange(min = 2, max = 64) int bits,
      @ForAll @IntRange(max = 63) int by) {
    long low = value & (-1L >>> (64 - bits));
    int distance = by % bits;
    long there = RotatedSort.rotate(low, bits, distance);
    assertThat(RotatedSort.rotate(there, bits, (bits - distance) % bits)).isEqualTo(low);
    assertThat(Long.bitCount(there)).isEqualTo(Long.bitCount(low));
  }

  @Property(tries = 200)
  void recallOfRotationsIsAShareAndAllRotationsFindOneBit(
      @ForAll @Size(max = 60) long[] values,
      @ForAll @IntRange(min = 1, max = 64) int rotations,
      @ForAll @IntRange(max = 30) int k) {
    RotatedSort.Recall recall = RotatedSort.recalls(values, 64, k, rotations).get(0);
    assertThat(recall.found()).isBetween(0L, recall.all());
    if (values.length > 0) {
      // Rotated so that the differing bit is the lowest, nothing can sort between the two.
      long[] close = {values[0], values[0] ^ (1L << (k & 63))};
      long[] all = Arrays.copyOf(values, values.length + 2);
      System.arraycopy(close, 0, all, values.length, 2);
      assertThat(new RotatedSort(64, 64).neighbours(all))
          .contains(RotatedSort.Pair.of(close[0], close[1]));
    }
  }
}

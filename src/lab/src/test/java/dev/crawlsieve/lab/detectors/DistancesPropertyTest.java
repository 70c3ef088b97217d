package dev.crawlsieve.lab.detectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
  void containmentBoundsResemblance(
      @ForAll @Size(max = 40) @LongRangeSmall long[] a,
      @ForAll @Size(max = 40) @LongRangeSmall long[] b) {
    ShingleSet of = set(a);
    ShingleSet other = set(b);
    assertThat(of.resemblance(other)).isLessThanOrEqualTo(of.containment(other));
    assertThat(of.containment(of)).isEqualTo(a.length == 0 ? 0 : 1);
  }

  @Property
  void cosineOfATextWithItself(@ForAll @Size(max = 40) @LongRangeSmall long[] text) {
    TermVector vector = TermVector.frequencies(text);
    assertThat(vector.cosine(vector)).isCloseTo(text.length == 0 ? 0 : 1, within(1e-12));
  }
}

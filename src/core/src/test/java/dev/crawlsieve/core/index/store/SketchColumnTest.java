package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Feature;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SketchColumnTest {

  @Property(tries = 200)
  void findsTwoBitsToDifferAndThreeOfTheFirst24(
      @ForAll @IntRange(min = 0, max = 84) int changed, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] sketch = Pages.sketch(random.nextLong());
    short[] other = sketch.clone();
    for (int i = 0; i < changed; i++) {
      other[random.nextInt(other.length)] ^= (short) (1 << random.nextInt(4));
    }
    SketchColumn column = new SketchColumn(4);
    column.longs().ensure(6);
    for (int local = 0; local < 6; local++) { // a page of 16 longs ends in one of them
      column.set(local, Pages.page(2, 0, local == 5 ? other : Pages.sketch(local)));
    }
    int bitsDiffer = 0;
    for (int i = 0; i < sketch.length; i++) {
      int compared = i < 24 ? 0b111 : 0b11;
      bitsDiffer += ((sketch[i] ^ other[i]) & compared) == 0 ? 0 : 1;
    }
    ComparedPage page = Pages.page(1, 0, sketch);
    assertThat(column.differing(5, SketchColumn.bits(page))).isEqualTo(bitsDiffer);
  }

  @Property(tries = 200)
  void neverFindsMoreToDifferThanDo(
      @ForAll @IntRange(min = 0, max = 84) int changed, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] sketch = Pages.sketch(random.nextLong());
    ComparedPage page = Pages.page(1, 0, sketch.clone());
    for (int i = 0; i < changed; i++) {
      sketch[random.nextInt(sketch.length)] ^= (short) (1 << random.nextInt(3));
    }
    ComparedPage leader = Pages.page(2, 0, sketch);
    SketchColumn column = new SketchColumn(4);
    column.longs().ensure(1);
    column.set(0, leader);
    int differing = 84 - page.equalMinHashes(leader);
    assertThat(column.differing(0, SketchColumn.bits(page))).isLessThanOrEqualTo(differing);
    int sampled = sampled(page, leader);
    assertThat(sampled).isLessThanOrEqualTo(differing);
    long[] fromColumn = new long[2];
    column.sample(0, fromColumn, 0);
    assertThat(fromColumn).isEqualTo(sample(leader)).isEqualTo(bitByBit(sketch));
    assertThat(column.get(0)).isEqualTo(Feature.SKETCH_BITS.of(leader));
  }

  @Property(tries = 100)
  void tellsUnrelatedSketchesApart(@ForAll long seed) {
    ComparedPage page = Pages.page(1, 0, Pages.sketch(seed));
    ComparedPage leader = Pages.page(2, 0, Pages.sketch(seed + 1));
    assertThat(sampled(page, leader)).as("of 46 on average").isGreaterThan(24);
  }

  /** A sample as it is stored: low bits of 64, then of 20, then second bits of the first 16. */
  private static long[] bitByBit(short[] sketch) {
    long[] sample = new long[2];
    for (int i = 0; i < sketch.length; i++) {
      int stored = i / 4;
      int lane = 16 * (3 - i % 4); // of four, the first is the topmost
      sample[stored / 16] |= (sketch[i] & 1L) << (lane + stored % 16);
      if (stored < 4) {
        sample[1] |= (sketch[i] >>> 1 & 1L) << (lane + 5 + stored);
      }
    }
    return sample;
  }

  private static int sampled(ComparedPage page, ComparedPage leader) {
    long[] of = sample(page);
    long[] other = sample(leader);
    return SketchColumn.differing(of[0], of[1], other[0], other[1]);
  }

  private static long[] sample(ComparedPage record) {
    long[] sample = new long[2];
    SketchColumn.sample(record, sample, 0);
    return sample;
  }
}

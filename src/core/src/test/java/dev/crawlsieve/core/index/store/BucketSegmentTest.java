package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.SimHashDetector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A segment gives the entries of a map of lists, from whichever leader on. */
class BucketSegmentTest {

  private static final int KEY_BITS = 26;
  private static final int TOP = 5 << KEY_BITS;
  private static final ComparedPage PAGE = Pages.page(1, 0);

  private final Map<Integer, List<Long>> map = new HashMap<>();
  private final SplittableRandom random = new SplittableRandom(1);

  private List<Long> found(BucketSegment segment, int key, int from) {
    Candidates candidates = new Candidates();
    int value = segment.value(key, segment.match(key, segment.place(key)));
    SoughtPage sought = new SoughtPage(PAGE, new SimHashDetector(3));
    Probe probe = new Probe(candidates, null, Feature.REST, null, null, sought, 0, 0, 0, from);
    int counted = value == KeySlots.NONE ? 0 : segment.scan(value, probe);
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      found.add(candidates.ordinal(i));
    }
    assertThat(counted).isEqualTo(found.size());
    return found;
  }

  private void add(BucketSegment segment, int key, int local) {
    segment.add(key, segment.value(key), local, null, local % 3 == 0);
    map.computeIfAbsent(key, k -> new ArrayList<>()).add((long) local);
  }

  private void check(BucketSegment segment) {
    List<Long> all = new ArrayList<>();
    map.forEach(
        (key, locals) -> {
          assertThat(found(segment, key, 0)).containsExactlyInAnyOrderElementsOf(locals);
          int from = (int) (long) locals.get(locals.size() / 2);
          assertThat(found(segment, key, from))
              .containsExactlyInAnyOrderElementsOf(
                  locals.subList(locals.size() / 2, locals.size()));
          locals.forEach(local -> all.add((long) key << 32 | local));
        });
    for (int i = 0; i < 1_000; i++) {
      int key = TOP | random.nextInt(1 << KEY_BITS);
      assertThat(found(segment, key, 0)).hasSameSizeAs(map.getOrDefault(key, List.of()));
    }
    all.sort(Long::compareUnsigned);
    assertThat(segment.sortedEntries()).containsExactly(all.stream().mapToLong(x -> x).toArray());
    assertThat(segment.entries()).isEqualTo(all.size());
  }

  private void keepsThem(boolean compact, int keys, int step) {
    map.clear();
    BucketSegment segment = new BucketSegment(TOP, KEY_BITS, compact);
    for (int i = 0; i < 15_000; i++) {
      add(segment, TOP | (int) (Keys.mix(random.nextInt(keys)) >>> (64 - KEY_BITS)), i * step);
      if (Integer.bitCount(i) == 1) {
        check(segment);
      }
    }
    check(segment);
  }

  @Test
  void shouldKeepFewAndManyEntriesOfAKey() {
    for (boolean compact : new boolean[] {false, true}) {
      keepsThem(compact, 1, 1);
      keepsThem(compact, 20, 1);
      keepsThem(compact, 3_000, 7);
      keepsThem(compact, 1 << 25, 7);
    }
  }

  @Test
  void shouldKeepLocalNumbersOfMoreThan24Bits() {
    keepsThem(false, 500, 1 << 14);
    keepsThem(true, 500, 1 << 14);
  }
}

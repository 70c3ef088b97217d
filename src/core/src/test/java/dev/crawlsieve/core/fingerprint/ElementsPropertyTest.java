package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.ShingleSettings.Weight;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ElementsPropertyTest {

  @Property(tries = 500)
  void shouldCountReplicasAndWeightsAsTheSettingsSay(
      @ForAll @Size(max = 400) int[] values,
      @ForAll @IntRange(min = 1, max = 500) int vocabulary,
      @ForAll boolean countReplicas,
      @ForAll Weight weight) {
    Elements elements = new Elements(TestSettings.elements(1, countReplicas, weight));
    for (int round = 0; round < 2; round++) {
      elements.reset();
      PlainSimHash plain = new PlainSimHash();
      Sketch sketch = new Sketch();
      Map<Long, Integer> seen = new HashMap<>();
      for (int value : values) {
        long shingle = TokenHash.mix(Math.floorMod(value, vocabulary));
        int occurrence = seen.merge(shingle, 1, Integer::sum);
        elements.accept(new long[] {shingle}, 1);
        long element = countReplicas ? Occurrences.labelled(shingle, occurrence) : shingle;
        sketch.add(element);
        if (weight == Weight.TF) {
          plain.add(shingle);
        } else if (countReplicas || occurrence == 1) {
          plain.add(element);
        }
      }
      assertThat(elements.simhash().value()).isEqualTo(plain.value());
      assertThat(elements.sketch().value()).isEqualTo(sketch.value());
    }
  }

  @Property(tries = 100)
  void shouldCountOccurrencesAsAMapDoes(
      @ForAll @Size(max = 5000) long[] hashes, @ForAll @IntRange(min = 1) int vocabulary) {
    Occurrences occurrences = new Occurrences();
    for (int round = 0; round < 3; round++) {
      Map<Long, Integer> seen = new HashMap<>();
      for (long hash : hashes) {
        long key = Math.floorMod(hash, vocabulary); // unmixed: long probes, and 0 is a key
        assertThat(occurrences.add(key)).isEqualTo(seen.merge(key, 1, Integer::sum));
      }
      occurrences.clear();
    }
  }
}

package dev.crawlsieve.sites.passage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class HashNumbersPropertyTest {

  /** Numbers hashes as {@link HashNumbers} does, by looking at all of them. */
  private static void assertNumbers(List<Long> hashes) {
    HashNumbers numbers = new HashNumbers();
    List<Long> distinct = new ArrayList<>();
    for (long hash : hashes) {
      if (!distinct.contains(hash)) {
        distinct.add(hash);
      }
      assertThat(numbers.add(hash)).isEqualTo(distinct.indexOf(hash));
      assertThat(numbers.size()).isEqualTo(distinct.size());
    }
  }

  @Property
  void numbersHashesInTheirOrder(@ForAll @Size(max = 300) List<Long> hashes) {
    List<Long> twice = new ArrayList<>(hashes);
    twice.addAll(hashes);
    assertNumbers(twice);
  }

  @Example
  void hashesThatDifferInFewBitsHaveNumbersOfTheirOwn() {
    List<Long> hashes = new ArrayList<>();
    for (long i = 0; i < 600; i++) {
      hashes.add(i << 54);
      hashes.add(i);
    }
    assertNumbers(hashes);
  }
}

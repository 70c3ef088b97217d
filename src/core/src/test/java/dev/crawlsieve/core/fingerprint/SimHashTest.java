package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SimHashTest {

  static final String TROPICAL_FISH =
      "Tropical fish include fish found in tropical environments around the world, including both"
          + " freshwater and salt water species";

  private static final Map<String, String> HASHES =
      Map.ofEntries(
          Map.entry("tropical", "01100001"),
          Map.entry("fish", "10101011"),
          Map.entry("include", "11100110"),
          Map.entry("found", "00011110"),
          Map.entry("environments", "00101101"),
          Map.entry("around", "10001011"),
          Map.entry("world", "00101010"),
          Map.entry("including", "11000000"),
          Map.entry("both", "10101110"),
          Map.entry("freshwater", "00111111"),
          Map.entry("salt", "10110101"),
          Map.entry("water", "00100101"),
          Map.entry("species", "11101110"));

  @Test
  void shouldReproduceTheTropicalFishOfTheTextbook() {
    Map<String, Integer> weights =
        Tokenizer.of(TestSettings.words(true, false, false)).tokens(TROPICAL_FISH).stream()
            .collect(Collectors.toMap(token -> token, token -> 1, Integer::sum));
    assertThat(weights).containsOnlyKeys(HASHES.keySet());
    assertThat(weights).containsEntry("tropical", 2).containsEntry("fish", 2);

    SimHash simhash = new SimHash();
    weights.forEach((token, weight) -> simhash.add(Long.parseLong(HASHES.get(token), 2), weight));

    long[] votes = simhash.votes();
    long[] fromTheHighest = new long[8];
    for (int i = 0; i < 8; i++) {
      fromTheHighest[i] = votes[7 - i];
    }
    assertThat(fromTheHighest).containsExactly(1, -5, 9, -9, 3, 1, 3, 3);
    assertThat(simhash.value()).isEqualTo(0b10101111);
  }

  @Test
  void shouldStayExactUpToTwoToTheThirtyOne() {
    SimHash simhash = new SimHash();
    simhash.add(0b01, 1 << 30);
    simhash.add(0b10, (1 << 30) - 1);
    assertThat(simhash.value()).isEqualTo(0b01);
    simhash.add(0b10, 1);
    assertThat(simhash.value()).isZero(); // a tie is not greater
    assertThat(simhash.votes()[0]).isZero();
    assertThat(simhash.votes()[2]).isEqualTo(-(1L << 31));
  }

  @Test
  void shouldBeZeroWithoutHashes() {
    assertThat(new SimHash().value()).isZero();
  }
}

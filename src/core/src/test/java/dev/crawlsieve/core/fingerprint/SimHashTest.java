package dev.crawlsieve.core.fingerprint;

import static java.lang.Long.parseLong;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SimHashTest {

  static final String TROPICAL_FISH =
      "Tropical fish include fish found in tropical environments around the world, including both"
          + " freshwater and salt water species";

  private static final List<String> STOP_WORDS = List.of("in", "the", "and");

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
    List<String> tokens = new ArrayList<>(new Tokenizer().tokens(TROPICAL_FISH));
    tokens.removeAll(STOP_WORDS);
    assertThat(tokens).containsOnly(HASHES.keySet().toArray(new String[0]));
    assertThat(tokens).filteredOn("tropical"::equals).hasSize(2);
    assertThat(tokens).filteredOn("fish"::equals).hasSize(2);

    SimHash simhash = new SimHash();
    long[] hashes = tokens.stream().mapToLong(token -> parseLong(HASHES.get(token), 2)).toArray();
    simhash.addAll(hashes, hashes.length);

    assertThat(simhash.value()).isEqualTo(0b10101111);
  }

  @Test
  void shouldStayExactForFarMoreHashesThanAPageHas() {
    long[] ones = new long[1 << 20];
    long[] twos = new long[1 << 20];
    Arrays.fill(ones, 0b01);
    Arrays.fill(twos, 0b10);
    SimHash simhash = new SimHash();
    for (int i = 0; i < 64; i++) {
      simhash.addAll(ones, ones.length);
      simhash.addAll(twos, i == 0 ? twos.length - 1 : twos.length);
    }
    assertThat(simhash.value()).isEqualTo(0b01);
    simhash.addAll(twos, 1);
    assertThat(simhash.value()).isZero(); // a tie is not greater
  }

  @Test
  void shouldBeZeroWithoutHashes() {
    assertThat(new SimHash().value()).isZero();
  }
}

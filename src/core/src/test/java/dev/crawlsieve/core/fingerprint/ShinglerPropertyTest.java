package dev.crawlsieve.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShinglerPropertyTest {

  @Property(tries = 500)
  void shouldGiveAShingleForEveryRunOfTokens(
      @ForAll @IntRange(max = 3000) int tokens,
      @ForAll @IntRange(min = 1, max = 60) int width,
      @ForAll @IntRange(min = 1, max = HashSink.BLOCK) int block,
      @ForAll @IntRange(min = 1, max = 50) int vocabulary,
      @ForAll boolean seeded,
      @ForAll long seed) {
    HashKeys keys = seeded ? new HashKeys(seed, 2 * seed + 1, ~seed) : HashKeys.PUBLIC;
    List<Long> shingles = new ArrayList<>();
    Shingler shingler =
        new Shingler(
            width,
            keys,
            (hashes, n) -> {
              for (int i = 0; i < n; i++) {
                shingles.add(hashes[i]);
              }
            });
    long[] text = new long[tokens];
    for (int i = 0; i < tokens; i++) {
      text[i] = TokenHash.mix(i * 31L % vocabulary);
    }

    for (int round = 0; round < 2; round++) { // the second text must not see the first
      shingles.clear();
      feed(shingler, text, block);
      int expected = tokens == 0 ? 0 : Math.max(1, tokens - width + 1);
      assertThat(shingler.finish()).isEqualTo(expected);
      assertThat(shingles).hasSize(expected);
      for (int i = 0; i < expected; i++) {
        assertThat(shingles.get(i)).isEqualTo(plain(text, i, Math.min(tokens, i + width), keys));
      }
    }
  }

  private static void feed(Shingler shingler, long[] text, int block) {
    for (int from = 0; from < text.length; from += block) {
      int count = Math.min(block, text.length - from);
      long[] hashes = new long[HashSink.BLOCK];
      System.arraycopy(text, from, hashes, 0, count);
      shingler.accept(hashes, count);
    }
  }

  private static long plain(long[] tokens, int from, int to, HashKeys keys) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum = sum * keys.base() + tokens[i];
    }
    return TokenHash.mix(sum ^ keys.shingle());
  }
}

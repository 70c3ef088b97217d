package dev.crawlsieve.lab.detectors;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.measure.eval.ShingleSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The runs of w tokens of a text (Broder, Glassman, Manasse, Zweig 1997).
 *
 * <p>A text with fewer tokens than the width, but at least one, has one shingle: all of its tokens.
 *
 * @param width tokens in a shingle, at least 1
 */
public record Shingles(int width) {

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  /** The shingles in text order, duplicates included; tokens joined by blanks. */
  public List<String> list(List<String> tokens) {
    List<String> shingles = new ArrayList<>();
    int length = Math.min(width, tokens.size());
    for (int start = 0; length > 0 && start + length <= tokens.size(); start++) {
      shingles.add(String.join(" ", tokens.subList(start, start + length)));
    }
    return shingles;
  }

  /** The tokens' hashes, in order. */
  static long[] hashes(List<String> tokens) {
    return tokens.stream().mapToLong(Hashing.xxh3_64()::hashCharsToLong).toArray();
  }

  /**
   * The set of the shingles.
   *
   * @param tokenHashes a hash for each token, in order
   */
  ShingleSet set(long[] tokenHashes) {
    int length = Math.min(width, tokenHashes.length);
    int count = length == 0 ? 0 : tokenHashes.length - length + 1;
    return ShingleSet.of(IntStream.range(0, count).mapToLong(i -> run(tokenHashes, i, length)));
  }

  private static long run(long[] hashes, int start, int length) {
    long state = 0;
    for (int i = start; i < start + length; i++) {
      state = (Long.rotateLeft(state, 27) + hashes[i]) * MULTIPLIER;
    }
    return state ^ state >>> 32;
  }
}

package dev.crawlsieve.core.eval;

import java.util.ArrayList;
import java.util.List;

/**
 * The runs of w tokens of a text (Broder, Glassman, Manasse, Zweig 1997).
 *
 * <p>A text with fewer tokens than the width, but at least one, has one shingle: all of its tokens.
 *
 * @param width tokens in a shingle, at least 1
 * @param step tokens from the start of a shingle to the start of the next, at least 1; 1 for all
 *     shingles
 */
public record Shingles(int width, int step) {

  public Shingles {
    if (width < 1 || step < 1) {
      throw new IllegalArgumentException(
          "shingles of width " + width + " and step " + step + ", must both be at least 1");
    }
  }

  /** All shingles of this width. */
  public static Shingles ofWidth(int width) {
    return new Shingles(width, 1);
  }

  /** The shingles in text order, duplicates included; tokens joined by blanks. */
  public List<String> list(List<String> tokens) {
    List<String> shingles = new ArrayList<>();
    int length = Math.min(width, tokens.size());
    for (int start = 0; length > 0 && start + length <= tokens.size(); start += step) {
      shingles.add(String.join(" ", tokens.subList(start, start + length)));
    }
    return shingles;
  }

  /**
   * The set of the shingles' hashes.
   *
   * @param tokenHashes a hash for each token, in order
   */
  ShingleHashes hashes(long[] tokenHashes) {
    int length = Math.min(width, tokenHashes.length);
    int count = length == 0 ? 0 : (tokenHashes.length - length) / step + 1;
    long[] hashes = new long[count];
    for (int i = 0; i < count; i++) {
      hashes[i] = HashSequence.run(tokenHashes, i * step, length);
    }
    return ShingleHashes.of(hashes);
  }
}

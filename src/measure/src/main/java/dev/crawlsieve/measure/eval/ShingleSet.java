package dev.crawlsieve.measure.eval;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.config.ShingleSettings;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A set of shingles, represented by their 64-bit hashes. */
public final class ShingleSet {

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final long[] sorted;

  private ShingleSet(long[] sorted) {
    this.sorted = sorted;
  }

  /** The set of these hashes, which may be in any order and may repeat. */
  public static ShingleSet of(LongStream hashes) {
    return new ShingleSet(hashes.sorted().distinct().toArray());
  }

  /**
   * The shingles of a text: its runs of w tokens (Broder, Glassman, Manasse, Zweig 1997). A text
   * with fewer tokens, but at least one, has one shingle, which is all of its tokens.
   */
  public static ShingleSet of(List<String> tokens) {
    int length = Math.min(ShingleSettings.WIDTH, tokens.size());
    return of(
        IntStream.range(0, length == 0 ? 0 : tokens.size() - length + 1)
            .mapToObj(start -> String.join(" ", tokens.subList(start, start + length)))
            .mapToLong(HASHER::hashCharsToLong));
  }

  /** Number of shingles. */
  public int size() {
    return sorted.length;
  }

  /** The hashes in ascending order. */
  public LongStream hashes() {
    return LongStream.of(sorted);
  }

  /** Number of shingles that both sets have. */
  public int common(ShingleSet other) {
    int common = 0;
    for (int i = 0, j = 0; i < sorted.length && j < other.sorted.length; ) {
      int order = Long.compare(sorted[i], other.sorted[j]);
      common += order == 0 ? 1 : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return common;
  }

  /**
   * The resemblance (Jaccard) of two sets, in [0, 1]: intersection over union; 0 for two empty
   * sets.
   */
  public double resemblance(ShingleSet other) {
    int common = common(other);
    int union = size() + other.size() - common;
    return union == 0 ? 0 : (double) common / union;
  }

  /** The share of this set that the other set contains, in [0, 1]; 0 if this set is empty. */
  public double containment(ShingleSet other) {
    return size() == 0 ? 0 : (double) common(other) / size();
  }
}

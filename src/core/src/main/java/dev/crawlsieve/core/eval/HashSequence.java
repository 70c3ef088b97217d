package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.index.Keys;
import java.util.List;

/** The 64-bit hashes of strings and of runs of strings. */
final class HashSequence {

  private static final long SEED = 0x9ae16a3b2f90404fL;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  private HashSequence() {}

  /** The hashes of strings, in order. */
  static long[] of(List<String> strings) {
    return strings.stream().mapToLong(HashSequence::hash).toArray();
  }

  /** The hash of one string. */
  static long hash(String string) {
    long state = SEED;
    for (int i = 0; i < string.length(); i++) {
      state = (Long.rotateLeft(state, 27) ^ string.charAt(i)) * MULTIPLIER;
    }
    return Keys.mix(state);
  }

  /** The hash of the {@code width} hashes from {@code start}. */
  static long run(long[] hashes, int start, int width) {
    long state = SEED;
    for (int i = start; i < start + width; i++) {
      state = state * MULTIPLIER + hashes[i];
    }
    return Keys.mix(state);
  }
}

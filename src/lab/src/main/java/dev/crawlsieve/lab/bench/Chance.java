package dev.crawlsieve.lab.bench;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices determined by a seed and a purpose, independent of choices made elsewhere. */
final class Chance {

  private final SplittableRandom random;

  private Chance(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The choices for a purpose. */
  static Chance of(long seed, String purpose) {
    long hash = 0xcbf29ce484222325L; // FNV-1a, 64 bits
    for (int i = 0; i < purpose.length(); i++) {
      hash = (hash ^ purpose.charAt(i)) * 0x100000001b3L;
    }
    return new Chance(seed * 0x9e3779b97f4a7c15L ^ hash);
  }

  /** A number from {@code least} to {@code most}, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** A number from {@code least} to below {@code below}. */
  double between(double least, double below) {
    return random.nextDouble(least, below);
  }

  /** An element of a non-empty list. */
  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}

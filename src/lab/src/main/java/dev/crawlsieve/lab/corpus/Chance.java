package dev.crawlsieve.lab.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random choices determined by a seed and a purpose, independent of choices made elsewhere. */
final class Chance {

  private final SplittableRandom random;

  private Chance(long seed) {
    random = new SplittableRandom(seed);
  }

  /** The choices for a purpose, such as one kind of variant of one URL. */
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

  /** True once in n times on average. */
  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  /** An element of a non-empty list. */
  <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** Up to {@code most} different elements of a list, in random order. */
  <T> List<T> pick(List<T> from, int most) {
    List<T> rest = new ArrayList<>(from);
    List<T> picked = new ArrayList<>();
    while (!rest.isEmpty() && picked.size() < most) {
      picked.add(rest.remove(random.nextInt(rest.size())));
    }
    return picked;
  }

  /** A number with this many digits, the first not 0. */
  String digits(int count) {
    StringBuilder digits = new StringBuilder().append(between(1, 9));
    while (digits.length() < count) {
      digits.append(between(0, 9));
    }
    return digits.toString();
  }
}

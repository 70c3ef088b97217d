package dev.crawlsieve.core.fingerprint;

/** Makes sketches of single elements, and compares them. */
public final class Sketches {

  private Sketches() {}

  /** Adds an element: a hash whose 64 bits are all well mixed. */
  public static void add(Sketch sketch, long element) {
    sketch.addAll(new long[] {element}, 1);
  }

  /**
   * The estimated Jaccard similarity of two sets: the share of equal min-hashes, 0 to 1.
   *
   * <p>Its standard error is at most √(J(1 − J) / 84): 0.055 at J = 0.5, 0.033 at 0.9. It is 0 if
   * one of the sets was empty.
   *
   * @param a a sketch, 84 min-hashes, or none for the empty set
   * @param b another
   */
  public static double similarity(short[] a, short[] b) {
    if (a.length == 0 || b.length == 0) {
      return 0;
    }
    if (a.length != Sketch.SIZE || b.length != Sketch.SIZE) {
      throw new IllegalArgumentException(
          "sketches of "
              + a.length
              + " and "
              + b.length
              + " min-hashes, both must have "
              + Sketch.SIZE);
    }
    int equal = 0;
    for (int i = 0; i < Sketch.SIZE; i++) {
      equal += a[i] == b[i] ? 1 : 0;
    }
    return (double) equal / Sketch.SIZE;
  }
}

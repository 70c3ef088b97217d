package dev.crawlsieve.core.fingerprint;

/** The SimHash, in which each occurrence of a shingle counts, and the sketch of the set of them. */
final class Elements implements HashSink {

  private final SimHash simhash = new SimHash();
  private final Sketch sketch = new Sketch();

  /** The SimHash so far. */
  SimHash simhash() {
    return simhash;
  }

  /** The sketch so far. */
  Sketch sketch() {
    return sketch;
  }

  @Override
  public void accept(long[] shingles, int count) {
    simhash.addAll(shingles, count);
    sketch.addAll(shingles, count);
  }

  /** Resets the state for the next text. */
  void reset() {
    simhash.reset();
    sketch.reset();
  }
}

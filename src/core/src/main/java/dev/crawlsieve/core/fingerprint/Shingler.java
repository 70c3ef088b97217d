package dev.crawlsieve.core.fingerprint;

/**
 * Turns token hashes into shingle hashes: one 64-bit hash for every run of {@code width} tokens.
 *
 * <p>A text with fewer tokens than the width, but at least one, has one shingle: all of its tokens.
 * So a text of n &gt; 0 tokens has max(1, n − width + 1) shingles.
 */
final class Shingler implements HashSink {

  // A shingle of tokens t1…tw hashes to mix(t1·B^(w−1) + … + tw) mod 2^64 (Karp, Rabin 1987). One
  // multiplication moves the window. The tokens are already well-mixed 64-bit hashes, so the known
  // weakness of the modulus 2^64, long patterns of small numbers, does not arise; the final mix
  // makes each bit of a shingle's hash usable on its own. With a seed, B and the number that is
  // added before the mix are secret.
  private final HashSink sink;
  private final long[] window;
  private final long base;
  private final long added;
  private final long leaving; // base^width
  private final long[] block = new long[BLOCK];
  private int at;
  private long tokens;
  private long sum;

  /**
   * A shingler.
   *
   * @param width tokens in a shingle, at least 1
   * @param keys the secret numbers
   * @param sink receives the shingles' hashes
   */
  Shingler(int width, HashKeys keys, HashSink sink) {
    this.sink = sink;
    base = keys.base();
    added = keys.shingle();
    window = new long[width];
    long power = 1;
    for (int i = 0; i < width; i++) {
      power *= base;
    }
    leaving = power;
  }

  @Override
  public void accept(long[] hashes, int count) {
    int done = 0;
    for (; done < count && tokens < window.length; done++, tokens++) {
      sum = sum * base + hashes[done];
      window[(int) tokens] = hashes[done];
      if (tokens == window.length - 1) {
        block[0] = TokenHash.mix(sum ^ added);
        sink.accept(block, 1);
      }
    }
    if (done < count) {
      slide(hashes, done, count);
    }
  }

  private void slide(long[] hashes, int from, int to) {
    long rolling = sum;
    int oldest = at;
    for (int i = from; i < to; i++) {
      long token = hashes[i];
      rolling = rolling * base + token - window[oldest] * leaving;
      window[oldest] = token;
      oldest = oldest + 1 == window.length ? 0 : oldest + 1;
      block[i - from] = rolling ^ added;
    }
    TokenHash.mix(block, to - from);
    sum = rolling;
    at = oldest;
    tokens += to - from;
    sink.accept(block, to - from);
  }

  /**
   * Ends the text, and resets the state for the next one.
   *
   * @return number of shingles in the text, including repeats
   */
  int finish() {
    long shingles = tokens - window.length + 1;
    if (tokens > 0 && shingles < 1) {
      block[0] = TokenHash.mix(sum ^ added);
      sink.accept(block, 1);
      shingles = 1;
    }
    tokens = 0;
    sum = 0;
    at = 0;
    return (int) Math.max(0, shingles);
  }
}

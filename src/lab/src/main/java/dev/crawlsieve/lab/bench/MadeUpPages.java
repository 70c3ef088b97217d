package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.ContentHash;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.PageCharset;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Fingerprints of synthetic pages, generated as fast as an index can process them: new ones, and
 * near-copies of earlier ones.
 *
 * <p>A near-copy differs from its original in at most k bits of the SimHash and in at most 8 of 84
 * min-hashes. SimHashes are uniformly distributed, and so the buckets are filled evenly. The same
 * settings give the same pages.
 */
public final class MadeUpPages {

  private static final int MOST_OTHER_MIN_HASHES = 8;
  private static final byte[] SCOPE = "global".getBytes(StandardCharsets.US_ASCII);

  private final GrowthSettings mix;
  private final int maxDistance;
  private final int settingsHash;
  private final SplittableRandom random;
  private long originals;
  private long pages;

  /**
   * @param mix the properties of the pages; there is no limit on their number
   * @param maxDistance k, maximum number of bits in which the SimHash of a near-copy differs
   * @param settingsHash hash of the settings that the fingerprints claim to be made with
   */
  public MadeUpPages(GrowthSettings mix, int maxDistance, int settingsHash) {
    this.mix = mix;
    this.maxDistance = maxDistance;
    this.settingsHash = settingsHash;
    this.random = new SplittableRandom(mix.seed());
  }

  /** The next page. */
  public Fingerprint next() {
    boolean copy = originals > 0 && random.nextDouble() < mix.nearShare();
    long original = copy ? random.nextLong(originals) : originals++;
    long simhash = hash(2 * original);
    short[] sketch = ofSeed(2 * original + 1);
    if (copy) {
      for (int bits = random.nextInt(maxDistance + 1); bits > 0; bits--) {
        simhash ^= 1L << random.nextInt(64);
      }
      for (int others = random.nextInt(MOST_OTHER_MIN_HASHES + 1); others > 0; others--) {
        sketch[random.nextInt(sketch.length)] = (short) random.nextInt();
      }
    }
    long number = pages++;
    return new Fingerprint(
        new Coordinates(0, number),
        1_700_000_000_000L + number,
        "https://www.example.com/a/page/of/usual/length/" + number,
        hash(~number),
        new ContentHash(hash(number), number),
        number,
        simhash,
        0,
        sketch,
        PageName.NONE,
        BlockList.NONE,
        500,
        498,
        0,
        "en",
        PageCharset.NONE,
        Fingerprint.FLAG_NEAR_ELIGIBLE | Fingerprint.FLAG_TEXT,
        settingsHash);
  }

  /** Name of the pages' scope, as a key in the log. */
  byte[] scope() {
    return SCOPE.clone();
  }

  /** Number of new pages so far. */
  long originals() {
    return originals;
  }

  private short[] ofSeed(long seed) {
    short[] sketch = new short[Fingerprint.SKETCH_SIZE];
    for (int i = 0; i < sketch.length; i++) {
      sketch[i] = (short) hash(seed * 1_000_003 + i);
    }
    return sketch;
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
  private long hash(long value) {
    long z = value + mix.seed() * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}

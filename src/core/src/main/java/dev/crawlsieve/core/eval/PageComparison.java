package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.name.Identity;
import java.util.Arrays;
import java.util.List;

/**
 * Two pages compared by every distance of the field's textbooks. Similarities are in [0, 1].
 *
 * @param urlA one page
 * @param urlB the other
 * @param equality which checksums agree
 * @param shingles the shingles that are compared
 * @param shinglesA number of distinct shingles of the first
 * @param shinglesB number of distinct shingles of the second
 * @param shinglesCommon number of distinct shingles of both
 * @param resemblance the exact Jaccard coefficient of the shingles
 * @param containmentA the share of the first's shingles that the second has
 * @param containmentB the share of the second's shingles that the first has
 * @param zeroMod resemblance of the shingles whose hash is divisible by 4
 * @param smallest resemblance as estimated from the 50 smallest hashes
 * @param cosine cosine of the term frequencies
 * @param cosineTfIdf cosine of tf-idf, of these two pages only
 * @param euclid Euclidean distance of the term frequencies
 * @param hamming number of different bits of the SimHashes, 0 to 64
 * @param hammingBlocks the same by blocks of 16 bits, from the highest
 * @param minHashes number of equal min-hashes, 0 to 84
 * @param estimate resemblance as estimated from the sketches
 * @param standardError √(J(1 − J) / 84) at the exact resemblance J: the expected error of the
 *     estimate
 * @param superShingles number of super-shingles that agree, 0 to 6
 * @param identity whether the two name the same item
 * @param leastContainmentA the least share of the first's shingles that the second has, by the
 *     sketches, with a confidence of 95 %; negative if one has no sketch
 * @param leastContainmentB likewise of the second's that the first has
 * @param diff how the texts differ; its similarity is the edit similarity
 */
public record PageComparison(
    String urlA,
    String urlB,
    Equality equality,
    Shingles shingles,
    int shinglesA,
    int shinglesB,
    int shinglesCommon,
    double resemblance,
    double containmentA,
    double containmentB,
    double zeroMod,
    double smallest,
    double cosine,
    double cosineTfIdf,
    double euclid,
    int hamming,
    List<Integer> hammingBlocks,
    int minHashes,
    double estimate,
    double standardError,
    int superShingles,
    Identity identity,
    double leastContainmentA,
    double leastContainmentB,
    TextDiff diff) {

  /** The p of 0 mod p. */
  public static final int P = 4;

  /** The n of the n smallest. */
  public static final int N = 50;

  /** Number of blocks of a SimHash. */
  static final int BLOCKS = 4;

  /**
   * Which checksums of two pages agree.
   *
   * @param bodySum sums of the bodies' bytes
   * @param bodyCrc32 CRC-32 of the bodies
   * @param bodyMd5 MD5 of the bodies
   * @param bodySha256 SHA-256 of the bodies
   * @param textSha256 SHA-256 of the main texts
   * @param tokensSha256 SHA-256 of the tokens
   */
  public record Equality(
      boolean bodySum,
      boolean bodyCrc32,
      boolean bodyMd5,
      boolean bodySha256,
      boolean textSha256,
      boolean tokensSha256) {

    static Equality of(PageFeatures a, PageFeatures b) {
      return new Equality(
          a.ofBody().sum() == b.ofBody().sum(),
          a.ofBody().crc32() == b.ofBody().crc32(),
          a.ofBody().md5().equals(b.ofBody().md5()),
          a.ofBody().sha256().equals(b.ofBody().sha256()),
          a.ofText().sha256().equals(b.ofText().sha256()),
          a.ofTokens().sha256().equals(b.ofTokens().sha256()));
    }
  }

  public PageComparison {
    hammingBlocks = List.copyOf(hammingBlocks);
  }

  /**
   * Compares two pages.
   *
   * @param shingling the shingles to compare, as in the stream's settings
   */
  public static PageComparison of(PageFeatures a, PageFeatures b, Shingles shingling) {
    ShingleHashes ofA = a.shingles(shingling);
    ShingleHashes ofB = b.shingles(shingling);
    TermVector termsA = a.frequencies();
    TermVector termsB = b.frequencies();
    InverseFrequencies inverse = InverseFrequencies.of(List.of(termsA, termsB));
    long[] hashesA = ofA.toArray();
    long[] hashesB = ofB.toArray();
    double resemblance = ofA.resemblance(ofB);
    return new PageComparison(
        a.url(),
        b.url(),
        Equality.of(a, b),
        shingling,
        ofA.size(),
        ofB.size(),
        ofA.common(ofB),
        resemblance,
        ofA.containment(ofB),
        ofB.containment(ofA),
        ShingleHashes.of(ShingleSelection.zeroMod(hashesA, P))
            .resemblance(ShingleHashes.of(ShingleSelection.zeroMod(hashesB, P))),
        ShingleSelection.smallestResemblance(hashesA, hashesB, N),
        termsA.cosine(termsB),
        termsA.times(inverse::idf).cosine(termsB.times(inverse::idf)),
        termsA.euclid(termsB),
        Hamming.distance(a.simhash(), b.simhash()),
        Arrays.stream(Hamming.blocks(a.simhash(), b.simhash(), BLOCKS)).boxed().toList(),
        MinHashes.equal(a.sketch(), b.sketch()),
        MinHashes.resemblance(a.sketch(), b.sketch()),
        MinHashes.standardError(resemblance),
        MinHashes.superShingles(a.sketch(), b.sketch()),
        Nearness.of(a.record(), b.record()).identity(),
        leastContainment(a, b),
        leastContainment(b, a),
        TextDiff.of(a.text(), b.text()));
  }

  private static double leastContainment(PageFeatures a, PageFeatures b) {
    int contained = Nearness.of(a.record(), b.record()).contained();
    return contained < 0 ? -1 : (double) contained / Nearness.ALL;
  }
}

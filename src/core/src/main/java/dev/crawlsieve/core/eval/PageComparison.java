package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.index.Nearness;
import java.util.Arrays;
import java.util.List;

/**
 * Two pages compared by every distance of the field's textbooks, under their names in JSON.
 * Similarities are in [0, 1].
 *
 * @param a URL of one page
 * @param b URL of the other
 * @param equal which checksums agree
 * @param shingles the shingles that are compared
 * @param jaccard the exact Jaccard coefficient of the shingles, their resemblance
 * @param containmentAInB the share of the first's shingles that the second has
 * @param containmentBInA the share of the second's shingles that the first has
 * @param zeroMod4 resemblance of the shingles whose hash is divisible by 4
 * @param smallest50 resemblance as estimated from the 50 smallest hashes
 * @param cosineTf cosine of the term frequencies
 * @param cosineTfIdf cosine of tf-idf, of these two pages only
 * @param editSimilarity lines in common over lines in the union
 * @param euclidTf Euclidean distance of the term frequencies
 * @param hamming number of different bits of the SimHashes, 0 to 64
 * @param hammingBlocks the same by blocks of 16 bits, from the highest
 * @param equalMinHashes number of equal min-hashes, 0 to 84
 * @param estimatedJaccard resemblance as estimated from the sketches
 * @param standardError √(J(1 − J) / 84) at the exact resemblance J: the expected error of the
 *     estimate
 * @param superShingles number of super-shingles that agree, 0 to 6
 * @param leastContainmentAInB the least share of the first's shingles that the second has, by the
 *     sketches, with a confidence of 95 %; negative if one has no sketch
 * @param leastContainmentBInA likewise of the second's that the first has
 * @param identity whether the two name the same item, see {@link
 *     dev.crawlsieve.core.name.Identity#text}
 * @param diff how the texts differ
 */
public record PageComparison(
    String a,
    String b,
    Equality equal,
    ShingleCounts shingles,
    double jaccard,
    double containmentAInB,
    double containmentBInA,
    double zeroMod4,
    double smallest50,
    double cosineTf,
    double cosineTfIdf,
    double editSimilarity,
    double euclidTf,
    int hamming,
    List<Integer> hammingBlocks,
    int equalMinHashes,
    double estimatedJaccard,
    double standardError,
    int superShingles,
    double leastContainmentAInB,
    double leastContainmentBInA,
    String identity,
    TextDiff diff) {

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

  /**
   * How many distinct shingles there are.
   *
   * @param width of a shingle, in tokens
   * @param a of the first page
   * @param b of the second
   * @param common of both
   */
  public record ShingleCounts(int width, int a, int b, int common) {}

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
    InverseFrequencies inverse = new InverseFrequencies(List.of(termsA, termsB));
    double jaccard = ofA.resemblance(ofB);
    Nearness nearness = a.nearness(b);
    TextDiff diff = TextDiff.of(a.text(), b.text());
    return new PageComparison(
        a.url(),
        b.url(),
        Equality.of(a, b),
        new ShingleCounts(shingling.width(), ofA.size(), ofB.size(), ofA.common(ofB)),
        jaccard,
        ofA.containment(ofB),
        ofB.containment(ofA),
        Baselines.selected(a, shingling, 4).resemblance(Baselines.selected(b, shingling, 4)),
        ShingleSelection.smallestResemblance(ofA.toArray(), ofB.toArray(), 50),
        termsA.cosine(termsB),
        termsA.times(inverse::idf).cosine(termsB.times(inverse::idf)),
        diff.similarity(),
        termsA.euclid(termsB),
        nearness.distance(),
        Arrays.stream(Hamming.blocks(a.simhash(), b.simhash(), 4)).boxed().toList(),
        Math.max(0, nearness.equal()),
        a.estimate(b),
        Math.sqrt(SketchError.variance(jaccard)),
        a.superShingles(b),
        leastContainment(nearness),
        leastContainment(b.nearness(a)),
        nearness.identity().text(),
        diff);
  }

  private static double leastContainment(Nearness nearness) {
    return nearness.contained() < 0 ? -1 : (double) nearness.contained() / Nearness.ALL;
  }
}

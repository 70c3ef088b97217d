package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.measure.diff.TextDiff;

/**
 * Two pages compared by what the detectors use and what that estimates, under their names in JSON.
 * Similarities are in [0, 1].
 *
 * @param a URL of one page
 * @param b URL of the other
 * @param sameContent whether the stream considers them identical
 * @param shingles the shingles that are compared
 * @param jaccard the exact Jaccard coefficient of the shingles, their resemblance
 * @param containmentAInB the share of the first's shingles that the second has
 * @param containmentBInA the share of the second's shingles that the first has
 * @param editSimilarity lines in common over lines in the union
 * @param hamming number of different bits of the SimHashes, 0 to 64
 * @param equalMinHashes number of equal min-hashes, 0 to 84
 * @param estimatedJaccard resemblance as estimated from the sketches
 * @param superShingles number of super-shingles that agree, 0 to 6
 * @param leastContainmentAInB the least share of the first's shingles that the second has, by the
 *     sketches, with a confidence of 95 %; negative if one has no sketch
 * @param leastContainmentBInA likewise of the second's that the first has
 * @param identity whether the two name the same item, see {@link
 *     dev.crawlsieve.core.name.Identity#text}
 * @param diff how the texts differ
 * @param detector the configured detector with its settings
 * @param matches whether it calls the second a copy of the first, by these two pages alone
 * @param siteMayDecide whether other pages of their site may show that they are the same item,
 *     which is not known here: they are of one host, and their names do not say so
 */
public record PageComparison(
    String a,
    String b,
    boolean sameContent,
    ShingleCounts shingles,
    double jaccard,
    double containmentAInB,
    double containmentBInA,
    double editSimilarity,
    int hamming,
    int equalMinHashes,
    double estimatedJaccard,
    int superShingles,
    double leastContainmentAInB,
    double leastContainmentBInA,
    String identity,
    TextDiff diff,
    String detector,
    boolean matches,
    boolean siteMayDecide) {

  /**
   * How many distinct shingles there are.
   *
   * @param width of a shingle, in tokens
   * @param a of the first page
   * @param b of the second
   * @param common of both
   */
  public record ShingleCounts(int width, int a, int b, int common) {}

  /**
   * Compares two pages.
   *
   * @param width of the shingles, in tokens
   */
  public static PageComparison of(
      PageFeatures a, PageFeatures b, int width, DetectorSettings settings) {
    ShingleSet ofA = ShingleSet.of(a.tokens(), width);
    ShingleSet ofB = ShingleSet.of(b.tokens(), width);
    Nearness nearness = Nearness.of(a.record(), b.record());
    TextDiff diff = TextDiff.of(a.text(), b.text());
    return new PageComparison(
        a.record().url(),
        b.record().url(),
        a.record().sameContent(b.record()),
        new ShingleCounts(width, ofA.size(), ofB.size(), ofA.common(ofB)),
        ofA.resemblance(ofB),
        ofA.containment(ofB),
        ofB.containment(ofA),
        diff.similarity(),
        nearness.distance(),
        Math.max(0, nearness.equal()),
        Math.max(0, nearness.similarity()),
        Math.max(0, nearness.agreeing()),
        leastContainment(nearness),
        leastContainment(Nearness.of(b.record(), a.record())),
        nearness.identity().text(),
        diff,
        settings.name() + ", " + Evaluation.text(settings),
        StreamAgreement.matches(Detector.of(settings), a.record(), b.record()),
        settings.names().compared()
            && nearness.identity() != Identity.SAME
            && SiteEvidence.host(a.record().url()).equals(SiteEvidence.host(b.record().url())));
  }

  private static double leastContainment(Nearness nearness) {
    return nearness.contained() < 0 ? -1 : (double) nearness.contained() / Nearness.ALL;
  }
}

package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.measure.diff.TextDiff;

/**
 * A comparison of two pages by the features that detectors use, and by the exact measures that
 * these estimate. Components have their names in JSON. Similarities are in [0, 1].
 *
 * @param a URL of one page
 * @param b URL of the other
 * @param sameContent whether the stream considers their contents identical
 * @param shingles the numbers of shingles that are compared
 * @param jaccard the exact Jaccard coefficient of the shingles, their resemblance
 * @param containmentAInB the share of the first page's shingles that the second page has
 * @param containmentBInA the share of the second page's shingles that the first page has
 * @param editSimilarity lines in common over lines in the union
 * @param hamming number of bits in which the SimHashes differ, 0 to 64
 * @param equalMinHashes number of equal min-hashes, 0 to 84
 * @param estimatedJaccard the resemblance, estimated from the sketches
 * @param superShingles number of super-shingles that agree, 0 to 6
 * @param leastContainmentAInB a lower bound on {@code containmentAInB} from the sketches, with a
 *     confidence of 95 %; negative if a page has no sketch
 * @param leastContainmentBInA the same for {@code containmentBInA}
 * @param reason why the second page is a copy of the first, or is none, see {@link Reason#text}; of
 *     two pages that are not similar it says what else differs
 * @param diff the differences between the texts
 * @param detector the configured detector with its settings
 * @param matches whether the detector calls the second page a copy of the first, from these two
 *     pages alone
 * @param siteMayDecide whether other pages of the site, which are not known here, may show that the
 *     two are the same item: they are of one host, and their names do not say so
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
    String reason,
    TextDiff diff,
    String detector,
    boolean matches,
    boolean siteMayDecide) {

  /**
   * The numbers of distinct shingles.
   *
   * @param width width of a shingle, in tokens
   * @param a number in the first page
   * @param b number in the second page
   * @param common number in both
   */
  public record ShingleCounts(int width, int a, int b, int common) {}

  /** Compares two pages. */
  public static PageComparison of(PageFeatures a, PageFeatures b, DetectorSettings settings) {
    ShingleSet ofA = ShingleSet.of(a.tokens());
    ShingleSet ofB = ShingleSet.of(b.tokens());
    Nearness nearness = Nearness.of(a.record(), b.record());
    TextDiff diff = TextDiff.of(a.text(), b.text());
    Reason reason = Detector.of(settings).reason(PagePair.of(b.record(), a.record()));
    return new PageComparison(
        a.record().url(),
        b.record().url(),
        a.record().sameContent(b.record()),
        new ShingleCounts(ShingleSettings.WIDTH, ofA.size(), ofB.size(), ofA.common(ofB)),
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
        reason.text(),
        diff,
        settings.name() + ", " + Evaluation.text(settings),
        StreamAgreement.matches(Detector.of(settings), a.record(), b.record()),
        settings.names().compared()
            && reason != Reason.SAME_URL
            && HttpUrl.site(a.record().url()).equals(HttpUrl.site(b.record().url())));
  }

  private static double leastContainment(Nearness nearness) {
    return nearness.contained() < 0 ? -1 : (double) nearness.contained() / Nearness.ALL;
  }
}

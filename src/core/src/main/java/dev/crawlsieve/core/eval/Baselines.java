package dev.crawlsieve.core.eval;

import static dev.crawlsieve.core.eval.PairDetector.ofTexts;

import dev.crawlsieve.core.diff.TextDiff;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Textbook detectors, for comparison with those of the stream. */
public final class Baselines {

  private static final List<Threshold> EQUAL = List.of(new Threshold("equal", 1));

  private static final double[] SIMILARITIES = {
    0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98
  };

  private Baselines() {}

  /**
   * All of them.
   *
   * @param pages the whole collection, on which term rarity and sort neighbours depend
   */
  public static List<PairDetector> all(Collection<PageFeatures> pages) {
    List<PairDetector> all = new ArrayList<>();
    all.addAll(exact("body", PageFeatures::ofBody));
    all.addAll(exact("text", PageFeatures::ofText));
    all.addAll(exact("tokens", PageFeatures::ofTokens));
    for (int width : new int[] {1, 3, 4, 5, 8}) {
      all.add(jaccard(Shingles.ofWidth(width)));
    }
    all.add(containment(Shingles.ofWidth(3), "of the smaller"));
    all.add(containment(Shingles.ofWidth(3), "both ways"));
    all.add(zeroMod(Shingles.ofWidth(3), 4));
    all.add(zeroMod(Shingles.ofWidth(3), 16));
    for (int n : new int[] {1, 10, 50, 200}) {
      all.add(smallest(Shingles.ofWidth(3), n));
    }
    all.add(smallest(new Shingles(3, 2), 50));
    all.add(smallest(Shingles.ofWidth(5), 50));
    all.add(cosine());
    all.add(cosine(pages));
    all.add(euclid());
    all.add(edit());
    for (int rotations : new int[] {1, 4, 16, 64}) {
      all.add(rotatedSort(pages, rotations));
    }
    return List.copyOf(all);
  }

  private static List<PairDetector> exact(String of, Function<PageFeatures, Digests> digests) {
    return List.of(
        equal("checksum", of, digests.andThen(Digests::sum)),
        equal("crc32", of, digests.andThen(Digests::crc32)),
        equal("md5", of, digests.andThen(Digests::md5)),
        equal("sha256", of, digests.andThen(Digests::sha256)));
  }

  private static PairDetector equal(String name, String of, Function<PageFeatures, Object> value) {
    return new PairDetector(
        name, "of " + of, EQUAL, (a, b) -> value.apply(a).equals(value.apply(b)) ? 1 : 0);
  }

  /** The exact resemblance of the shingle sets (Broder 1997). */
  public static PairDetector jaccard(Shingles shingles) {
    return ofTexts(
        "jaccard",
        text(shingles),
        Threshold.atLeast("resemblance", SIMILARITIES),
        (a, b) -> a.shingles(shingles).resemblance(b.shingles(shingles)));
  }

  private static PairDetector containment(Shingles shingles, String way) {
    return ofTexts(
        "containment",
        text(shingles) + ", " + way,
        Threshold.atLeast("containment", SIMILARITIES),
        (a, b) -> {
          double ofA = a.shingles(shingles).containment(b.shingles(shingles));
          double ofB = b.shingles(shingles).containment(a.shingles(shingles));
          return way.equals("both ways") ? Math.min(ofA, ofB) : Math.max(ofA, ofB);
        });
  }

  /** The resemblance of the hashes divisible by p. */
  public static PairDetector zeroMod(Shingles shingles, int p) {
    return ofTexts(
        "zero-mod-p",
        text(shingles) + ", p " + p,
        Threshold.atLeast("resemblance", SIMILARITIES),
        (a, b) -> selected(a, shingles, p).resemblance(selected(b, shingles, p)));
  }

  /** The hashes divisible by p. */
  static ShingleHashes selected(PageFeatures page, Shingles shingles, int p) {
    return ShingleHashes.of(ShingleSelection.zeroMod(page.shingles(shingles).toArray(), p));
  }

  /** The resemblance as estimated from the n smallest hashes. */
  public static PairDetector smallest(Shingles shingles, int n) {
    return ofTexts(
        "smallest-n",
        text(shingles) + ", n " + n,
        Threshold.atLeast("resemblance", SIMILARITIES),
        (a, b) ->
            ShingleSelection.smallestResemblance(
                a.shingles(shingles).toArray(), b.shingles(shingles).toArray(), n));
  }

  private static PairDetector cosine() {
    return ofTexts(
        "cosine",
        "tf",
        Threshold.atLeast("cosine", SIMILARITIES),
        (a, b) -> a.frequencies().cosine(b.frequencies()));
  }

  private static PairDetector cosine(Collection<PageFeatures> pages) {
    InverseFrequencies inverse =
        new InverseFrequencies(pages.stream().map(PageFeatures::frequencies).toList());
    return ofTexts(
        "cosine",
        "tf-idf",
        Threshold.atLeast("cosine", SIMILARITIES),
        (a, b) -> a.frequencies().times(inverse::idf).cosine(b.frequencies().times(inverse::idf)));
  }

  private static PairDetector euclid() {
    return ofTexts(
        "euclid",
        "tf",
        Threshold.atMost("distance", 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50),
        (a, b) -> -a.frequencies().euclid(b.frequencies()));
  }

  private static PairDetector edit() {
    return ofTexts(
        "edit",
        "lines",
        Threshold.atLeast("common", SIMILARITIES),
        (a, b) -> TextDiff.of(a.text(), b.text()).similarity());
  }

  /** SimHashes within k bits that rotating and sorting finds; equal ones always. */
  private static PairDetector rotatedSort(Collection<PageFeatures> pages, int rotations) {
    long[] simhashes =
        pages.stream()
            .filter(PageFeatures::hasTokens)
            .mapToLong(PageFeatures::simhash)
            .distinct()
            .toArray();
    Set<RotatedSort.Pair> neighbours = new RotatedSort(Long.SIZE, rotations).neighbours(simhashes);
    return ofTexts(
        "rotate-sort",
        rotations + " rotations",
        Threshold.atMost("hamming", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        (a, b) -> {
          boolean found =
              a.simhash() == b.simhash()
                  || neighbours.contains(RotatedSort.Pair.of(a.simhash(), b.simhash()));
          return found ? -Hamming.distance(a.simhash(), b.simhash()) : Double.NEGATIVE_INFINITY;
        });
  }

  private static String text(Shingles shingles) {
    String step = shingles.step() == 1 ? "" : ", step " + shingles.step();
    return shingles.width() + " words" + step;
  }
}

package dev.crawlsieve.lab.detectors;

import static dev.crawlsieve.lab.detectors.PairDetector.ofTexts;

import dev.crawlsieve.measure.diff.TextDiff;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Textbook detectors, for comparison with those of the stream. */
final class Baselines {

  private static final List<Threshold> EQUAL = List.of(new Threshold("equal", 1));

  private static final double[] SIMILARITIES = {
    0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98
  };

  private Baselines() {}

  /**
   * All of them.
   *
   * @param pages the whole collection, on which term rarity depends
   */
  static List<PairDetector> all(Collection<DetectorPage> pages) {
    List<PairDetector> all = new ArrayList<>();
    all.add(exact("body", DetectorPage::body));
    all.add(exact("text", DetectorPage::text));
    for (int width : new int[] {1, 3, 4, 5, 8}) {
      all.add(jaccard(new Shingles(width)));
    }
    all.add(containment(new Shingles(3), "of the smaller"));
    all.add(containment(new Shingles(3), "both ways"));
    all.add(cosine());
    all.add(cosine(pages));
    all.add(edit());
    return List.copyOf(all);
  }

  private static PairDetector exact(String of, Function<DetectorPage, String> text) {
    return new PairDetector(
        "exact", "of " + of, EQUAL, (a, b) -> text.apply(a).equals(text.apply(b)) ? 1 : 0);
  }

  /** The exact resemblance of the shingle sets (Broder 1997). */
  static PairDetector jaccard(Shingles shingles) {
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

  private static PairDetector cosine() {
    return ofTexts(
        "cosine",
        "tf",
        Threshold.atLeast("cosine", SIMILARITIES),
        (a, b) -> a.frequencies().cosine(b.frequencies()));
  }

  private static PairDetector cosine(Collection<DetectorPage> pages) {
    InverseFrequencies inverse =
        new InverseFrequencies(pages.stream().map(DetectorPage::frequencies).toList());
    return ofTexts(
        "cosine",
        "tf-idf",
        Threshold.atLeast("cosine", SIMILARITIES),
        (a, b) -> a.frequencies().times(inverse::idf).cosine(b.frequencies().times(inverse::idf)));
  }

  private static PairDetector edit() {
    return ofTexts(
        "edit",
        "lines",
        Threshold.atLeast("common", SIMILARITIES),
        (a, b) -> TextDiff.of(a.text(), b.text()).similarity());
  }

  private static String text(Shingles shingles) {
    return shingles.width() + " words";
  }
}

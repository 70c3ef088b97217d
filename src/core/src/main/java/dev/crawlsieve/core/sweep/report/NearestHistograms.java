package dev.crawlsieve.core.sweep.report;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.sweep.NearestDistances;
import dev.crawlsieve.core.sweep.SweptSetting;
import dev.crawlsieve.core.sweep.report.Histogram.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How near pages are to their nearest kept page, as two histograms.
 *
 * @param sampled pages looked at, in words
 * @param exact how many of them have an exact copy
 * @param tooShort how many are too short to match nearly
 */
record NearestHistograms(
    String sampled, String exact, String tooShort, List<Histogram> histograms) {

  private static final int MIN_HASHES = 84;

  /** Fewest bits that the axis of distances shows. */
  private static final int LEAST_BITS = 24;

  /**
   * Both histograms.
   *
   * @param inForce the detector whose thresholds are drawn in, if verdicts are out
   */
  static NearestHistograms of(NearestDistances nearest, Optional<DetectorSettings> inForce) {
    return new NearestHistograms(
        Figures.count(nearest.sampled(), "page"),
        Figures.count(nearest.exact()),
        Figures.count(nearest.tooShort()),
        List.of(
            distances(nearest.byDistance(), inForce.map(NearestHistograms::bits).orElse(List.of())),
            similarities(
                nearest.byEqual(),
                inForce.map(NearestHistograms::similarities).orElse(List.of()))));
  }

  private static Histogram distances(List<Long> counts, List<Mark> marks) {
    int last =
        IntStream.range(0, counts.size()).filter(i -> counts.get(i) > 0).max().orElse(LEAST_BITS);
    int shown = Math.min(counts.size(), Math.max(LEAST_BITS, (last + 7) / 8 * 8) + 1);
    List<Mark> labels =
        IntStream.iterate(0, i -> i < shown, i -> i + (shown > 33 ? 8 : 4))
            .mapToObj(i -> new Mark(i, Integer.toString(i)))
            .toList();
    return new Histogram(
        new Bars(counts.subList(0, shown)),
        i -> Figures.count(i, "bit"),
        labels,
        "bits to the nearest kept page",
        marks);
  }

  private static Histogram similarities(List<Long> counts, List<Mark> marks) {
    List<Mark> labels =
        IntStream.rangeClosed(0, 5)
            .mapToObj(i -> new Mark(i * MIN_HASHES / 5.0, SweptSetting.number(i / 5.0)))
            .toList();
    return new Histogram(
        new Bars(counts),
        NearestHistograms::similarity,
        labels,
        "estimated similarity to the most similar kept page",
        marks);
  }

  private static String similarity(int equal) {
    return Figures.ratio((double) equal / MIN_HASHES);
  }

  /** The greatest distance in force, at the edge after its bar; none if it decides nothing. */
  static List<Mark> bits(DetectorSettings detector) {
    return detector.kind() == Kind.SIMHASH || detector.kind() == Kind.COMBINED
        ? List.of(
            new Mark(
                detector.maxDistance() + 0.5,
                "simhash.max.distance = " + detector.maxDistance() + " in force"))
        : List.of();
  }

  /** The least similarities in force, each at the edge before its bar. */
  static List<Mark> similarities(DetectorSettings detector) {
    List<Mark> marks = new ArrayList<>();
    if (detector.kind() == Kind.SKETCH || detector.kind() == Kind.COMBINED) {
      marks.add(mark("sketch.min.similarity", detector.minSimilarity()));
    }
    if (detector.kind() == Kind.COMBINED) {
      marks.add(mark("combined.min.similarity", detector.confirmingSimilarity()));
    }
    return marks;
  }

  private static Mark mark(String setting, double similarity) {
    double firstBar = Math.ceil(similarity * MIN_HASHES - 1e-9);
    return new Mark(
        firstBar - 0.5, setting + " = " + SweptSetting.number(similarity) + " in force");
  }
}

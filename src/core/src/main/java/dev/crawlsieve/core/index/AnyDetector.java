package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Two pages are near iff at least one of several detectors says so. The tables find every match of
 * each detector.
 *
 * @param some the detectors, at least one
 */
public record AnyDetector(List<Detector> some) implements Detector {

  /** The detectors with these settings. */
  public static AnyDetector of(List<DetectorSettings> settings) {
    return new AnyDetector(settings.stream().map(Detector::of).toList());
  }

  public AnyDetector {
    some = List.copyOf(some);
  }

  private int best(ToIntFunction<Detector> rank) {
    int best = NO_MATCH;
    for (Detector one : some) {
      best = Math.min(best, rank.applyAsInt(one));
    }
    return best;
  }

  @Override
  public int rank(int distance, int equal) {
    return best(one -> one.rank(distance, equal));
  }

  @Override
  public int rank(PagePair pair) {
    return best(one -> one.rank(pair));
  }

  @Override
  public boolean copies(PagePair pair) {
    return some.stream().anyMatch(one -> one.copies(pair));
  }

  @Override
  public boolean mayCopyOther(ComparedPage page, long rest) {
    return some.stream().anyMatch(one -> one.mayCopyOther(page, rest));
  }

  @Override
  public boolean reaches(ComparedPage page, ComparedPage leader) {
    return some.stream().anyMatch(one -> one.reaches(page, leader));
  }

  @Override
  public boolean comparesNames() {
    return some.stream().allMatch(Detector::comparesNames);
  }

  @Override
  public int findsWithin() {
    return some.stream().mapToInt(Detector::findsWithin).max().orElseThrow();
  }

  @Override
  public Detector within(HostThresholds thresholds) {
    return new AnyDetector(some.stream().map(one -> one.within(thresholds)).toList());
  }

  @Override
  public TableLayout layout(long expectedLeaders) {
    return TableLayout.any(this, some.stream().map(one -> one.layout(expectedLeaders)).toList());
  }
}

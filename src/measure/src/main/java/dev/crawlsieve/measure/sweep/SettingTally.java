package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.sweep.ChangedPage.Change;
import dev.crawlsieve.measure.sweep.FlipSample.Flip;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Counts the outcomes for pages under one setting. */
final class SettingTally {

  private final SweptSetting setting;
  private final Map<Change, FlipSample> samples = new EnumMap<>(Change.class);
  private final Map<Outcome, LongAdder> pages = new EnumMap<>(Outcome.class);

  /**
   * What becomes of a page under the setting, and whether that agrees with the verdict in force.
   */
  enum Outcome {
    KEPT,
    EXACT,
    NEAR,
    REVISIT,
    OVERRIDDEN,
    BOTH_KEPT,
    SAME_ORIGINAL
  }

  SettingTally(SweptSetting setting) {
    this.setting = setting;
    for (Change change : Change.values()) {
      samples.put(change, new FlipSample());
    }
    for (Outcome outcome : Outcome.values()) {
      pages.put(outcome, new LongAdder());
    }
  }

  /** Counts a page. */
  void count(Outcome outcome) {
    Objects.requireNonNull(pages.get(outcome)).increment();
  }

  private long pages(Outcome outcome) {
    return Objects.requireNonNull(pages.get(outcome)).sum();
  }

  private FlipSample sample(Change change) {
    return Objects.requireNonNull(samples.get(change));
  }

  /** Counts a change, and returns the sample of its kind. */
  FlipSample change(Change change) {
    FlipSample sample = sample(change);
    sample.count();
    return sample;
  }

  /**
   * The sampled changes: first pages now dropped, then pages now kept, then pages with another
   * original.
   */
  List<Flip> flips() {
    return samples.values().stream().flatMap(sample -> sample.flips().stream()).toList();
  }

  /**
   * The result for this setting.
   *
   * @param compared whether there are verdicts in force for a comparison
   * @param before returns the page that a sampled page copies by the verdict in force
   */
  SettingResult result(
      boolean compared, Function<Flip, Optional<ChangedPage.Copy>> before, Optional<Counts> truth) {
    return new SettingResult(
        setting,
        pages(Outcome.KEPT),
        pages(Outcome.EXACT),
        pages(Outcome.NEAR),
        pages(Outcome.REVISIT),
        pages(Outcome.OVERRIDDEN),
        compared ? Optional.of(diff()) : Optional.empty(),
        flips().stream().map(flip -> flip.page().from(before.apply(flip))).toList(),
        truth);
  }

  private DecisionDiff diff() {
    return new DecisionDiff(
        pages(Outcome.BOTH_KEPT),
        pages(Outcome.SAME_ORIGINAL),
        sample(Change.OTHER_ORIGINAL).counted(),
        sample(Change.NOW_DROPPED).counted(),
        sample(Change.NOW_KEPT).counted());
  }
}

package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.sweep.ChangedPage.Change;
import dev.crawlsieve.core.sweep.FlipSample.Flip;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the outcomes of the pages under one setting. */
final class SettingTally {

  private final SweptSetting setting;
  private final List<CopyCounts> copies = new ArrayList<>();
  private final Map<Change, FlipSample> samples = new EnumMap<>(Change.class);
  private long kept;
  private long exact;
  private long near;
  private long revisit;
  private long overridden;
  private long bothKept;
  private long sameOriginal;

  /**
   * @param lanes number of lanes
   * @param examples how many changed pages of each kind to keep as examples
   */
  SettingTally(SweptSetting setting, int lanes, int examples) {
    this.setting = setting;
    for (int lane = 0; lane < lanes; lane++) {
      copies.add(new CopyCounts());
    }
    for (Change change : Change.values()) {
      samples.put(change, new FlipSample(examples));
    }
  }

  void keep() {
    kept++;
  }

  /**
   * @param lane index of the lane among those that are replayed
   * @param original row of the kept page in that lane
   */
  void drop(int lane, int original, boolean isExact, boolean isRevisit) {
    copies.get(lane).add(original);
    if (isRevisit) {
      revisit++;
    } else if (isExact) {
      exact++;
    } else {
      near++;
    }
  }

  void override() {
    overridden++;
  }

  void agreeKept() {
    bothKept++;
  }

  void agreeDropped() {
    sameOriginal++;
  }

  /** Counts a change and returns the sample of its kind. */
  FlipSample change(Change change) {
    FlipSample sample = samples.get(change);
    sample.count();
    return sample;
  }

  SweptSetting setting() {
    return setting;
  }

  long kept() {
    return kept;
  }

  long exact() {
    return exact;
  }

  long near() {
    return near;
  }

  long revisit() {
    return revisit;
  }

  long overridden() {
    return overridden;
  }

  DecisionDiff diff() {
    return new DecisionDiff(
        bothKept,
        sameOriginal,
        samples.get(Change.OTHER_ORIGINAL).counted(),
        samples.get(Change.NOW_DROPPED).counted(),
        samples.get(Change.NOW_KEPT).counted());
  }

  /** The sampled changed pages: dropped ones, kept ones, those with another original. */
  List<Flip> flips() {
    return samples.values().stream().flatMap(sample -> sample.flips().stream()).toList();
  }

  /** The copies of a lane's kept pages. */
  CopyCounts copies(int lane) {
    return copies.get(lane);
  }
}

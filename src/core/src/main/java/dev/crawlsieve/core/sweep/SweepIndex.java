package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import java.util.List;

/**
 * The kept pages of a lane in memory, under one setting, as an index for the rule.
 *
 * <p>Its {@link Lookup#table} is {@code replay}. Not thread-safe.
 */
final class SweepIndex implements LeaderIndex {

  private final LaneSweep sweep;
  private final RuleSettings rule;

  /**
   * An empty index.
   *
   * @param expectedPages upper bound of the lane's pages
   */
  SweepIndex(DetectorSettings detector, RuleSettings rule, long expectedPages) {
    this.rule = rule;
    sweep = new LaneSweep(new SweepPlan(List.of(detector), rule, expectedPages));
  }

  @Override
  public Overrides overrides() {
    return rule.overrides();
  }

  @Override
  public void advance(long timestamp) {
    sweep.advance(timestamp);
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    sweep.lookup(page);
    int row = sweep.match(0);
    if (row < 0) {
      int earlier = sweep.earlier(0);
      int itself = sweep.itself(0);
      if (itself >= 0) {
        return Lookup.itself(
            itself,
            sweep.leaders().get(itself),
            0,
            earlier < 0 ? null : sweep.leaders().get(earlier));
      }
      return earlier < 0 ? Lookup.none(0) : Lookup.newVersion(sweep.leaders().get(earlier), 0);
    }
    LeaderRecord leader = sweep.leaders().get(row);
    return new Lookup(
        row,
        leader,
        sweep.exact(0) ? Lookup.Match.EXACT : Lookup.Match.NEAR,
        Nearness.of(page, leader),
        "replay",
        0);
  }

  /** Adds the page that was looked up last; the rule never adds another one. */
  @Override
  public void put(long ordinal, LeaderRecord leader) {
    int row = sweep.add(leader);
    if (row != ordinal) {
      throw new IllegalArgumentException(
          "leader " + ordinal + " is not the page that was looked up last, which would be " + row);
    }
  }

  @Override
  public LeaderRecord get(long ordinal) {
    return ordinal >= 0 && ordinal < nextOrdinal() ? sweep.leaders().get((int) ordinal) : null;
  }

  @Override
  public long nextOrdinal() {
    return sweep.leaders().size();
  }

  @Override
  public void close() {
    // holds nothing outside the heap
  }
}

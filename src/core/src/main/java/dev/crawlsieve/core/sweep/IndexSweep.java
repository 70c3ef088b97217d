package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.index.store.TableIndex;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The kept pages of one lane in an index for each setting, which goes to disk beyond its memory.
 * Settings are decided on side by side.
 */
final class IndexSweep implements LaneDecisions {

  private final RuleSettings rule;
  private final List<TableIndex> indexes;

  /**
   * Opens the indexes.
   *
   * @param room keeps them, with equal shares of its memory
   */
  IndexSweep(List<DetectorSettings> settings, RuleSettings rule, LaneRange range, ReplayRoom room) {
    this.rule = rule;
    indexes = settings.stream().map(one -> room.index(one, rule, range, settings.size())).toList();
  }

  @Override
  public void decide(List<LeaderRecord> pages, Taker taker) {
    Lookup[][] lookups = new Lookup[indexes.size()][pages.size()];
    IntStream.range(0, indexes.size()).parallel().forEach(i -> decide(i, pages, lookups[i]));
    for (int at = 0; at < pages.size(); at++) {
      LeaderRecord page = pages.get(at);
      boolean decided = PageRule.of(page, rule.overrides()).decision() != null;
      for (int i = 0; i < lookups.length; i++) {
        Lookup lookup = lookups[i][at];
        LeaderRecord original = lookup == null || decided ? null : lookup.leader();
        boolean copies = original != null && lookup.found();
        taker.decided(
            page,
            i,
            lookup == null,
            copies ? original : null,
            lookup != null && lookup.match() == Lookup.Match.EXACT);
      }
    }
  }

  /** Sets the lookup of each page, null if an override drops it. */
  private void decide(int i, List<LeaderRecord> pages, Lookup[] lookups) {
    TableIndex index = indexes.get(i);
    ReplayRoom.expect(index, rule, pages);
    for (int at = 0; at < pages.size(); at++) {
      LeaderRecord page = pages.get(at);
      index.advance(page.timestamp());
      if (!PageRule.of(page, rule.overrides()).dropped()) {
        lookups[at] = index.lookup(page);
        if (!lookups[at].found() && !lookups[at].isItself()) {
          index.put(index.nextOrdinal(), page);
        }
      }
    }
  }
}

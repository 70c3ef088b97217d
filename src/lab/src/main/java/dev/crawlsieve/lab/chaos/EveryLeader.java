package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.index.SiteEvidence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaders in memory; a page is compared with each of them, under the default rule. */
final class EveryLeader implements LeaderIndex {

  private final Detector detector;
  private final List<ComparedPage> leaders = new ArrayList<>();
  private final SiteEvidence.Store sites = SiteEvidence.Store.inMemory();

  EveryLeader(Detector detector) {
    this.detector = detector;
  }

  @Override
  public Lookup lookup(ComparedPage page) {
    PageRule rule = PageRule.of(page, detector, Overrides.NONE);
    int best = -1;
    int bestRank = Detector.NO_MATCH;
    for (int i = 0; i < leaders.size(); i++) {
      ComparedPage leader = leaders.get(i);
      if (leader.sameScope(page) && leader.samePage(page)) {
        return Lookup.itself(i, leader, i, null);
      }
      int rank = rule.rank(page, leader);
      if (rank < bestRank) {
        best = i;
        bestRank = rank;
      }
    }
    if (best < 0) {
      return Lookup.none(leaders.size());
    }
    ComparedPage leader = leaders.get(best);
    Lookup.Match match = bestRank < 0 ? Lookup.Match.EXACT : Lookup.Match.NEAR;
    return new Lookup(best, leader, match, Nearness.of(page, leader), "scan", leaders.size(), null);
  }

  @Override
  public void put(long ordinal, ComparedPage leader) {
    leaders.add(leader);
  }

  @Override
  public @Nullable ComparedPage get(long ordinal) {
    return ordinal >= 0 && ordinal < leaders.size() ? leaders.get((int) ordinal) : null;
  }

  @Override
  public long nextOrdinal() {
    return leaders.size();
  }

  @Override
  public byte @Nullable [] site(String key) {
    return sites.site(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    sites.putSite(key, stored);
  }

  @Override
  public long tick() {
    return 0;
  }

  @Override
  public void close() {
    // holds nothing outside the heap
  }
}

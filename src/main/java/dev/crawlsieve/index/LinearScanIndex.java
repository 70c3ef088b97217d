package dev.crawlsieve.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The oracle: compares a page with every leader, in memory.
 *
 * <p>Its {@link Lookup#table} is {@code scan}, and every leader counts as compared.
 */
public final class LinearScanIndex implements LeaderIndex {

  private final int maxDistance;
  private final List<LeaderRecord> leaders = new ArrayList<>();

  /**
   * An empty index.
   *
   * @param maxDistance k: leaders within this Hamming distance match, in bits
   */
  public LinearScanIndex(int maxDistance) {
    this.maxDistance = maxDistance;
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    int best = -1;
    Lookup.Match match = Lookup.Match.NONE;
    int distance = -1;
    for (int ordinal = 0; ordinal < leaders.size(); ordinal++) {
      LeaderRecord leader = leaders.get(ordinal);
      Lookup.Match how = match(page, leader);
      int bits = Long.bitCount(page.simhash() ^ leader.simhash());
      if (how != Lookup.Match.NONE
          && (match == Lookup.Match.NONE
              || how.compareTo(match) < 0
              || (how == match && bits < distance))) {
        best = ordinal;
        match = how;
        distance = bits;
      }
    }
    return best < 0
        ? Lookup.none(leaders.size())
        : new Lookup(best, leaders.get(best), match, distance, "scan", leaders.size());
  }

  private Lookup.Match match(LeaderRecord page, LeaderRecord leader) {
    if (page.scope() != leader.scope()) {
      return Lookup.Match.NONE;
    }
    if (page.contentHigh() == leader.contentHigh() && page.contentLow() == leader.contentLow()) {
      return Lookup.Match.EXACT;
    }
    boolean near =
        page.nearEligible()
            && leader.nearEligible()
            && Long.bitCount(page.simhash() ^ leader.simhash()) <= maxDistance;
    return near ? Lookup.Match.NEAR : Lookup.Match.NONE;
  }

  @Override
  public void put(long ordinal, LeaderRecord leader) {
    if (PutOrder.isNew(ordinal, leader, nextOrdinal(), this::get)) {
      leaders.add(leader);
    }
  }

  @Override
  public LeaderRecord get(long ordinal) {
    return ordinal >= 0 && ordinal < leaders.size() ? leaders.get((int) ordinal) : null;
  }

  @Override
  public long nextOrdinal() {
    return leaders.size();
  }

  @Override
  public void close() {
    // nothing outside of the heap
  }
}

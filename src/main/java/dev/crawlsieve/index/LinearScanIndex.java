package dev.crawlsieve.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The oracle: compares a page with every leader, in memory, by the detector's plain definition.
 *
 * <p>Its {@link Lookup#table} is {@code scan}, and every leader counts as compared.
 */
public final class LinearScanIndex implements LeaderIndex {

  /** Ranks an exact match before every near one, the closest first. */
  private static final int EXACT = -65;

  private final Detector detector;
  private final List<LeaderRecord> leaders = new ArrayList<>();

  /** An empty index. */
  public LinearScanIndex(Detector detector) {
    this.detector = detector;
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    int best = -1;
    int bestRank = Detector.NO_MATCH;
    for (int ordinal = 0; ordinal < leaders.size(); ordinal++) {
      int rank = rank(page, leaders.get(ordinal));
      if (rank < bestRank) {
        best = ordinal;
        bestRank = rank;
      }
    }
    if (best < 0) {
      return Lookup.none(leaders.size());
    }
    LeaderRecord leader = leaders.get(best);
    return new Lookup(
        best,
        leader,
        bestRank < 0 ? Lookup.Match.EXACT : Lookup.Match.NEAR,
        Nearness.of(page, leader),
        "scan",
        leaders.size());
  }

  private int rank(LeaderRecord page, LeaderRecord leader) {
    if (page.scope() != leader.scope()) {
      return Detector.NO_MATCH;
    }
    Nearness nearness = Nearness.of(page, leader);
    if (page.sameContent(leader)) {
      return EXACT + nearness.distance();
    }
    boolean compared =
        page.nearEligible() && leader.nearEligible() && detector.reaches(page, leader);
    return compared ? detector.rank(nearness) : Detector.NO_MATCH;
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

package dev.crawlsieve.index;

import java.util.List;

/** Looks a page up in the tables in memory and on disk, and verifies what they offer. */
final class LeaderFinder {

  // Tables give candidates, the leader's record decides: keys of two scopes may collide, so scope
  // (and for an exact match all 128 bits of the content) are compared on the record. Candidates are
  // read best first, which is one record for a match and none for a page that is new.

  private final TableLayout layout;
  private final LeaderLog log;
  private final BaseTables base;

  LeaderFinder(TableLayout layout, LeaderLog log, BaseTables base) {
    this.layout = layout;
    this.log = log;
    this.base = base;
  }

  /** The leader that a page matches best, see {@link LeaderIndex#lookup}. */
  Lookup find(LeaderRecord page, DeltaTables delta) {
    List<Table> tables = layout.tables();
    boolean near = page.nearEligible();
    byte[][] buckets = null;
    if (base.next() > 0) {
      buckets = base.read(page, 0, near ? tables.size() : 1);
    }
    Candidates candidates = new Candidates();
    int compared = scan(page, 0, buckets, delta, candidates);
    Lookup exact = exact(page, candidates, compared);
    if (exact != null || !near) {
      return exact != null ? exact : Lookup.none(compared);
    }
    candidates = new Candidates();
    for (int t = 1; t < tables.size(); t++) {
      compared += scan(page, t, buckets, delta, candidates);
    }
    return near(page, candidates, compared);
  }

  private int scan(
      LeaderRecord page, int t, byte[][] buckets, DeltaTables delta, Candidates candidates) {
    Table table = layout.tables().get(t);
    long payload = table.payload().of(page);
    int compared = delta.scan(t, table.key(page), payload, candidates);
    if (buckets != null && buckets[t] != null) {
      compared += base.scan(buckets[t], t, payload, candidates);
    }
    return compared;
  }

  /** The closest candidate of the same scope and content, or null. */
  private Lookup exact(LeaderRecord page, Candidates candidates, int compared) {
    Lookup best = null;
    for (int i = 0; i < candidates.size(); i++) {
      LeaderRecord leader = log.get(candidates.ordinal(i));
      if (leader.scope() == page.scope()
          && leader.contentHigh() == page.contentHigh()
          && leader.contentLow() == page.contentLow()) {
        int distance = Long.bitCount(leader.simhash() ^ page.simhash());
        long ordinal = candidates.ordinal(i);
        if (best == null
            || distance < best.distance()
            || (distance == best.distance() && ordinal < best.ordinal())) {
          best =
              new Lookup(
                  ordinal,
                  leader,
                  Lookup.Match.EXACT,
                  distance,
                  layout.tables().get(0).name(),
                  compared);
        }
      }
    }
    return best;
  }

  /** The closest candidate of the same scope. */
  private Lookup near(LeaderRecord page, Candidates candidates, int compared) {
    candidates.sort();
    for (int i = 0; i < candidates.size(); i++) {
      LeaderRecord leader = log.get(candidates.ordinal(i));
      if (leader.scope() == page.scope()) {
        return new Lookup(
            candidates.ordinal(i),
            leader,
            Lookup.Match.NEAR,
            candidates.distance(i),
            layout.tables().get(candidates.table(i)).name(),
            compared);
      }
    }
    return Lookup.none(compared);
  }
}

package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.sweep.SweepPlan.Block;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The kept pages of one lane under many settings at once, and what a page matches under each.
 *
 * <p>Long because the steps of a lookup share its state. For each setting, the answers equal those
 * of a {@link dev.crawlsieve.core.index.LeaderIndex}. Not thread-safe.
 */
final class LaneSweep implements LaneDecisions {

  // A page is a candidate only once, however many tables and settings find it: its distances are
  // computed once, and each setting that keeps it ranks them. Settings for which an exact copy was
  // found are not looked up further.
  //
  // Rows are assigned in the order of the lane, and lane time is the same under every setting, so a
  // watermark over the rows says which have expired. They are not freed: the log is finite.

  static final long SEED = 0x9e3779b97f4a7c15L;

  private final SweepPlan plan;
  private final LeaderRows leaders;
  private final BlockTable content;
  private final Block[] blocks;
  private final BitSet[] users;
  private final BlockTable[] tables;
  private final int within;
  private final int fewestEqual;
  private final boolean readmit;
  private final Overrides overrides;
  private LaneTime time;
  private long expired;

  // Of the current page:
  private final BitSet open = new BitSet(); // settings for which no exact copy was found
  private final BitSet exact = new BitSet();
  private final BitSet kept = new BitSet();
  private final int[] originals;
  private final int[] ranks;
  private final int[] earlier; // rows of the page's own earlier versions
  private final int[] earlierRanks;
  private final int[] itself; // rows of this very page, for settings that have kept it already
  private final long[] keys;
  private final int[] checks;
  private final long[] looked;
  private final long[] sketch = new long[Fingerprint.SKETCH_SIZE / 4];
  private final BlockTable.RowList candidates = new BlockTable.RowList();
  private long contentKey;
  private boolean hasSketch;
  private PageOverrides own;
  private Detector[] detectors;
  private long compared;
  private int[] seen = new int[1024];
  private int turn;

  LaneSweep(SweepPlan plan) {
    this.plan = plan;
    leaders = new LeaderRows(plan.size());
    Arena arena = new Arena();
    content = new BlockTable(plan.expectedPages(), arena);
    blocks = plan.users().keySet().toArray(new Block[0]);
    users = plan.users().values().toArray(new BitSet[0]);
    tables = new BlockTable[blocks.length];
    Arrays.setAll(tables, t -> new BlockTable(plan.expectedPages(), arena));
    within = plan.maxDistance();
    fewestEqual = plan.fewestEqual();
    originals = new int[plan.size()];
    ranks = new int[plan.size()];
    earlier = new int[plan.size()];
    earlierRanks = new int[plan.size()];
    itself = new int[plan.size()];
    readmit = plan.rule().readmit();
    overrides = plan.rule().overrides();
    time = LaneTime.start(plan.rule());
    keys = new long[blocks.length];
    checks = new int[blocks.length];
    looked = new long[blocks.length];
  }

  @Override
  public void decide(List<LeaderRecord> pages, Taker taker) {
    for (LeaderRecord page : pages) {
      advance(page.timestamp());
      lookup(page);
      for (int setting = 0; setting < plan.size(); setting++) {
        int row = original(setting);
        LeaderRecord original = row < 0 ? null : leaders.get(row);
        taker.decided(page, setting, dropped(), original, exact(setting));
      }
      int unused = add(page);
    }
  }

  /**
   * Advances lane time to the next page.
   *
   * @param timestamp the page's
   */
  void advance(long timestamp) {
    time = time.advance(timestamp, leaders.size());
    expired = time.expired();
  }

  /**
   * Looks up the page to which lane time has advanced under every setting; the results remain until
   * the next call.
   */
  void lookup(LeaderRecord page) {
    own = PageRule.of(page, overrides);
    detectors = plan.within(own.thresholds());
    Arrays.fill(originals, -1);
    Arrays.fill(ranks, Detector.NO_MATCH);
    Arrays.fill(earlier, -1);
    Arrays.fill(earlierRanks, Detector.NO_MATCH);
    Arrays.fill(itself, -1);
    exact.clear();
    open.set(0, plan.size());
    kept.set(0, plan.size());
    if (own.dropped()) {
      kept.clear();
      return;
    }
    long scope = Keys.mix(page.scopeHigh() + SEED);
    contentKey = Keys.mix(page.contentHigh() ^ scope);
    lookupContent(page);
    if (page.nearEligible() && !open.isEmpty()) {
      makeKeys(page, scope);
      findCandidates();
      for (int i = 0; i < candidates.size(); i++) {
        int row = candidates.get(i);
        if (row >= expired && seen[row] != turn) {
          seen[row] = turn;
          compare(page, row);
        }
      }
    }
  }

  private void lookupContent(LeaderRecord page) {
    candidates.clear();
    content.scan(content.look(contentKey), (int) page.contentLow(), 0, candidates);
    for (int i = 0; i < candidates.size(); i++) {
      int row = candidates.get(i);
      if (row < expired) {
        continue;
      }
      compared++;
      LeaderRecord leader = leaders.get(row);
      if (leader.sameScope(page) && leader.sameContent(page)) {
        boolean samePage = leader.samePage(page);
        if (!samePage && separated(leader)) {
          continue;
        }
        Nearness nearness = Nearness.of(page, leader);
        int distance = nearness.distance();
        for (int word = 0; word < leaders.words(); word++) {
          for (long bits = leaders.kept(row, word); bits != 0; bits &= bits - 1) {
            int setting = (word << 6) + Long.numberOfTrailingZeros(bits);
            if (samePage) {
              itself[setting] = row;
              kept.clear(setting);
            } else if (!detectors[setting].copies(page, leader, nearness.identity())) {
              continue;
            } else if (better(distance, row, ranks[setting], originals[setting])) {
              // only pages that are not copies have the same content and are kept under a setting
              ranks[setting] = distance;
              originals[setting] = row;
              exact.set(setting);
              kept.clear(setting);
            }
            if (!samePage || !readmit) { // otherwise look for its earlier versions
              open.clear(setting);
            }
          }
        }
      }
    }
  }

  /** Whether overrides say that the current page must not match a kept one. */
  private boolean separated(LeaderRecord leader) {
    return own.separates() && own.separates(overrides.of(leader.url()));
  }

  private void makeKeys(LeaderRecord page, long scope) {
    hasSketch = page.hasSketch();
    if (hasSketch) {
      page.copySketch(sketch, 0);
    }
    long simhash = page.simhash();
    for (int t = 0; t < blocks.length; t++) {
      Block block = blocks[t];
      if (block.rows() == 0) {
        keys[t] = Keys.mix((simhash & block.mask()) ^ scope);
        long rest = simhash & ~block.mask();
        checks[t] = (int) (rest ^ rest >>> 32);
      } else if (hasSketch) {
        keys[t] = Keys.mix(hash(block.from(), block.rows()) ^ scope);
        checks[t] = (int) keys[t];
      }
    }
  }

  private long hash(int from, int rows) {
    long hash = 0;
    for (int i = from; i < from + rows; i++) {
      long minHash = sketch[i >>> 2] >>> (48 - 16 * (i & 3)) & 0xffff;
      hash = (Long.rotateLeft(hash, 23) ^ minHash) * SEED;
    }
    return hash;
  }

  private void findCandidates() {
    candidates.clear();
    turn++;
    // a loop of lookups alone, so that the cache misses overlap
    for (int t = 0; t < blocks.length; t++) {
      looked[t] = uses(t, open) ? tables[t].look(keys[t]) : 0;
    }
    for (int t = 0; t < blocks.length; t++) {
      if (looked[t] != 0) {
        tables[t].scan(looked[t], checks[t], blocks[t].rows() == 0 ? within : 0, candidates);
      }
    }
    if (seen.length < leaders.size()) {
      seen = Arrays.copyOf(seen, Math.max(leaders.size(), 2 * seen.length));
    }
  }

  /** Whether the current page belongs in a table that any of the given settings uses. */
  private boolean uses(int t, BitSet settings) {
    return users[t].intersects(settings) && (blocks[t].rows() == 0 || hasSketch);
  }

  private void compare(LeaderRecord page, int row) {
    compared++;
    LeaderRecord leader = leaders.get(row);
    if (!leader.sameScope(page)
        || leader.sameContent(page)
        || isFar(page, leader)
        || separated(leader)) {
      return;
    }
    Nearness nearness = Nearness.of(page, leader);
    boolean ownVersion = readmit && leader.urlHash() == page.urlHash();
    int[] rows = ownVersion ? earlier : originals;
    int[] rowRanks = ownVersion ? earlierRanks : ranks;
    for (int word = 0; word < leaders.words(); word++) {
      for (long bits = leaders.kept(row, word); bits != 0; bits &= bits - 1) {
        int setting = (word << 6) + Long.numberOfTrailingZeros(bits);
        boolean isLate = itself[setting] >= 0 && (row >= itself[setting] || !ownVersion);
        if (isLate || !open.get(setting)) {
          continue;
        }
        int rank = detectors[setting].rank(nearness);
        if (better(rank, row, rowRanks[setting], rows[setting])
            && (nearness.equal() >= plan.sure(setting)
                || plan.detectors()[setting].reaches(page, leader))) {
          rowRanks[setting] = rank;
          rows[setting] = row;
          if (!ownVersion) {
            kept.clear(setting);
          }
        }
      }
    }
  }

  /** Whether the current page and a kept one match under no setting, whatever their names. */
  private boolean isFar(LeaderRecord page, LeaderRecord leader) {
    return Long.bitCount(leader.simhash() ^ page.simhash()) > within
        && !(hasSketch && leader.hasSketch() && page.equalMinHashes(leader) >= fewestEqual);
  }

  private static boolean better(int rank, int row, int thanRank, int thanRow) {
    return rank != Detector.NO_MATCH && (rank < thanRank || (rank == thanRank && row < thanRow));
  }

  /**
   * Adds the page that was looked up last, under the settings that keep it.
   *
   * @return its row; -1 if no setting keeps it
   */
  int add(LeaderRecord page) {
    if (kept.isEmpty()) {
      return -1;
    }
    int row = leaders.add(page, kept);
    content.add(contentKey, (int) page.contentLow(), row);
    if (page.nearEligible()) {
      for (int t = 0; t < blocks.length; t++) {
        if (uses(t, kept)) {
          tables[t].add(keys[t], checks[t], row);
        }
      }
    }
    return row;
  }

  /** The row of the page looked up last if the setting has kept it already; else -1. */
  int itself(int setting) {
    return itself[setting];
  }

  /** The settings that keep the page looked up last and have not kept it before. */
  BitSet kept() {
    return kept;
  }

  /** Whether an override drops the page looked up last; it was not compared then. */
  boolean dropped() {
    return own.dropped();
  }

  /**
   * Row of the kept page that the page looked up last copies under a setting; -1 if the setting or
   * an override keeps it, or an override drops it.
   */
  int original(int setting) {
    return own.decision() == null ? originals[setting] : -1;
  }

  /**
   * Row of the kept page that the page looked up last matches under a setting; -1 if there is none.
   */
  int match(int setting) {
    return originals[setting];
  }

  /** Whether that copy has the same content. */
  boolean exact(int setting) {
    return exact.get(setting);
  }

  /**
   * Row of the kept page with the same URL of which the page looked up last, if kept, is a new
   * version under a setting; -1 if there is none, or if pages of one URL are compared.
   */
  int earlier(int setting) {
    return originals[setting] < 0 ? earlier[setting] : -1;
  }

  /** The pages that at least one setting keeps. */
  LeaderRows leaders() {
    return leaders;
  }

  /** Candidates compared so far. */
  long compared() {
    return compared;
  }
}

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
import java.util.List;

/**
 * The kept pages of one lane under many settings at once, and what a page matches under each.
 *
 * <p>Holds the steps of a lookup and the state they share. For each setting, the answers equal
 * those of a {@link dev.crawlsieve.core.index.LeaderIndex}. Not thread-safe.
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
  private final BlockTable content;
  private final Block[] blocks;
  private final long[] users; // of each block, as a set of settings
  private final BlockTable[] tables;
  private final int within;
  private final int fewestEqual;
  private final Overrides overrides;
  private LeaderRecord[] leaders = new LeaderRecord[1024]; // by row
  private long[] keeping = new long[leaders.length]; // the settings that keep each
  private int[] seen = new int[leaders.length]; // the page that was compared with each last
  private int size;
  private LaneTime time;

  // Of the current page, where sets of settings are bits:
  private long open; // settings for which no exact copy was found
  private long exact;
  private long kept;
  private final int[] originals;
  private final int[] ranks;
  private final long[] keys;
  private final int[] checks;
  private final long[] looked;
  private final long[] sketch = new long[Fingerprint.SKETCH_SIZE / 4];
  private final BlockTable.RowList candidates = new BlockTable.RowList();
  private long contentKey;
  private boolean hasSketch;
  private PageOverrides own = PageOverrides.NONE;
  private Detector[] detectors = {};
  private int turn;

  LaneSweep(SweepPlan plan) {
    this.plan = plan;
    Arena arena = new Arena();
    content = new BlockTable(plan.expectedPages(), arena);
    blocks = plan.users().keySet().toArray(new Block[0]);
    users = plan.users().values().stream().mapToLong(Long::longValue).toArray();
    tables = new BlockTable[blocks.length];
    Arrays.setAll(tables, t -> new BlockTable(plan.expectedPages(), arena));
    within = plan.maxDistance();
    fewestEqual = plan.fewestEqual();
    originals = new int[plan.size()];
    ranks = new int[plan.size()];
    overrides = plan.rule().overrides();
    time = LaneTime.start(plan.rule());
    keys = new long[blocks.length];
    checks = new int[blocks.length];
    looked = new long[blocks.length];
  }

  @Override
  public void decide(List<LeaderRecord> pages, Taker taker) {
    for (LeaderRecord page : pages) {
      time = time.advance(page.timestamp(), size);
      lookup(page);
      for (int setting = 0; setting < plan.size(); setting++) {
        int row = own.decision() == null ? originals[setting] : -1;
        LeaderRecord original = row < 0 ? null : leaders[row];
        taker.decided(page, setting, own.dropped(), original, has(exact, setting));
      }
      if (kept != 0) {
        add(page);
      }
    }
  }

  private static boolean has(long settings, int setting) {
    return (settings >>> setting & 1) != 0;
  }

  /** Looks a page up under every setting. */
  private void lookup(LeaderRecord page) {
    own = PageRule.of(page, overrides);
    detectors = plan.within(own.thresholds());
    Arrays.fill(originals, -1);
    Arrays.fill(ranks, Detector.NO_MATCH);
    exact = 0;
    open = own.dropped() ? 0 : -1L >>> -plan.size();
    kept = open;
    if (own.dropped()) {
      return;
    }
    long scope = Keys.mix(page.scopeHigh() + SEED);
    contentKey = Keys.mix(page.contentHigh() ^ scope);
    lookupContent(page);
    if (page.nearEligible() && open != 0) {
      makeKeys(page, scope);
      findCandidates();
      for (int i = 0; i < candidates.size(); i++) {
        int row = candidates.get(i);
        if (row >= time.expired() && seen[row] != turn) {
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
      LeaderRecord leader = leaders[row];
      if (row < time.expired() || !leader.sameScope(page) || !leader.sameContent(page)) {
        continue;
      }
      if (leader.samePage(page)) {
        open &= ~keeping[row];
        kept &= ~keeping[row];
      } else if (!separated(leader)) {
        Nearness nearness = Nearness.of(page, leader);
        for (long bits = keeping[row]; bits != 0; bits &= bits - 1) {
          int setting = Long.numberOfTrailingZeros(bits);
          if (detectors[setting].copies(page, leader, nearness.identity())) {
            // only pages that are not copies have the same content and are kept under a setting
            take(setting, nearness.distance(), row);
            exact |= Long.lowestOneBit(bits);
            open &= ~Long.lowestOneBit(bits);
          }
        }
      }
    }
  }

  /** Makes a row the original under a setting if it is better than the one so far. */
  private void take(int setting, int rank, int row) {
    if (isBetter(setting, rank, row)) {
      ranks[setting] = rank;
      originals[setting] = row;
      kept &= ~(1L << setting);
    }
  }

  private boolean isBetter(int setting, int rank, int row) {
    return rank != Detector.NO_MATCH
        && (rank < ranks[setting] || (rank == ranks[setting] && row < originals[setting]));
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
  }

  /** Whether the current page belongs in a table that any of the given settings uses. */
  private boolean uses(int t, long settings) {
    return (users[t] & settings) != 0 && (blocks[t].rows() == 0 || hasSketch);
  }

  private void compare(LeaderRecord page, int row) {
    LeaderRecord leader = leaders[row];
    if (!leader.sameScope(page)
        || leader.sameContent(page)
        || isFar(page, leader)
        || (plan.rule().readmit() && leader.urlHash() == page.urlHash())
        || separated(leader)) {
      return;
    }
    Nearness nearness = Nearness.of(page, leader);
    for (long bits = keeping[row] & open; bits != 0; bits &= bits - 1) {
      int setting = Long.numberOfTrailingZeros(bits);
      int rank = detectors[setting].rank(nearness);
      if (isBetter(setting, rank, row)
          && (nearness.equal() >= plan.sure(setting)
              || plan.detectors()[setting].reaches(page, leader))) {
        take(setting, rank, row);
      }
    }
  }

  /** Whether the current page and a kept one match under no setting, regardless of names. */
  private boolean isFar(LeaderRecord page, LeaderRecord leader) {
    return Long.bitCount(leader.simhash() ^ page.simhash()) > within
        && !(hasSketch && leader.hasSketch() && page.equalMinHashes(leader) >= fewestEqual);
  }

  /** Adds the page that was looked up last, under the settings that keep it. */
  private void add(LeaderRecord page) {
    if (size == leaders.length) {
      leaders = Arrays.copyOf(leaders, 2 * size);
      keeping = Arrays.copyOf(keeping, 2 * size);
      seen = Arrays.copyOf(seen, 2 * size);
    }
    leaders[size] = page;
    keeping[size] = kept;
    content.add(contentKey, (int) page.contentLow(), size);
    if (page.nearEligible()) {
      for (int t = 0; t < blocks.length; t++) {
        if (uses(t, kept)) {
          tables[t].add(keys[t], checks[t], size);
        }
      }
    }
    size++;
  }
}

package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderVisitor;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.index.TableLayout;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Looks a page up in the tables in memory and on disk, and verifies the candidates. */
final class LeaderFinder {

  // Tables give candidates; the leader's record decides. Keys may collide, so the scope, the
  // detector's condition and, for an exact match, all 128 bits of the content hash are checked on
  // the record. A candidate's entries give a bound of its rank. Candidates are read in the order of
  // this bound, each at most once, until no remaining one can beat the best so far. With SimHashes
  // alone, entries give the rank itself: one record is read for a match, none for a new page. With
  // bands, hardly any candidate but true matches passes the bound.

  private final TableLayout layout;
  private final LeaderLog log;
  private final BaseTables base;
  private final RuleSettings rule;

  // What the lookups have cost so far, for IndexStats
  final AtomicInteger largestBucket = new AtomicInteger();
  final LongAdder lookups = new LongAdder();
  final LongAdder diskLookups = new LongAdder();
  final LongAdder diskReads = new LongAdder();
  final LongAdder diskReadBytes = new LongAdder();
  final LongAdder aheadLookups = new LongAdder();

  /**
   * @param rule which leaders pages are compared with
   */
  LeaderFinder(TableLayout layout, LeaderLog log, BaseTables base, RuleSettings rule) {
    this.layout = layout;
    this.log = log;
    this.base = base;
    this.rule = rule;
  }

  /**
   * The tables in memory.
   *
   * @param frozen the full delta, which is being written as a run; null if there is none
   * @param delta the delta to which new leaders are added
   */
  record Deltas(@Nullable DeltaTables frozen, DeltaTables delta) {

    long bytes() {
      return delta.bytes() + (frozen == null ? 0 : frozen.bytes());
    }
  }

  /**
   * A lookup for which nothing has been read yet.
   *
   * @param from leaders below this ordinal are skipped
   */
  BegunLookup begin(ComparedPage page, long from) {
    return new BegunLookup(page, layout, from);
  }

  /**
   * The leader that a page matches best, see {@link LeaderIndex#lookup}.
   *
   * @param onDisk from {@link #begin} or {@link #ahead}; modified
   * @param contentOnly whether to look only for leaders of the same content
   */
  Lookup find(ComparedPage page, BegunLookup onDisk, Deltas deltas, boolean contentOnly) {
    Lookup found = findIn(page, onDisk, deltas, contentOnly);
    count(onDisk);
    return found.comparing(onDisk.sought().compared());
  }

  private void count(BegunLookup onDisk) {
    SoughtPage sought = onDisk.sought();
    lookups.increment();
    if (sought.reads() > 0) {
      diskLookups.increment();
      diskReads.add(sought.reads());
      diskReadBytes.add(sought.readBytes());
    }
  }

  /**
   * Passes every leader that may match a page to a visitor.
   *
   * @param onDisk from {@link #begin} or {@link #ahead}; modified
   */
  void visit(ComparedPage page, BegunLookup onDisk, Deltas deltas, LeaderVisitor visitor) {
    Search search = new Search(page, onDisk, deltas, page.nearEligible());
    search.read(1);
    Candidates same = onDisk.candidates(0);
    for (int i = 0; i < same.size(); i++) {
      ComparedPage leader = record(same.ordinal(i), onDisk.sought());
      if (leader.sameScope(page) && leader.sameContent(page)) {
        visitor.same(same.ordinal(i), leader);
      }
    }
    if (page.nearEligible() && visitor.wantsNear()) {
      search.read(search.keys.length);
      Candidates near = onDisk.candidates(1);
      for (long next : near.bestFirst(layout, layout.detector())) {
        long ordinal = near.ordinal((int) next);
        if (visitor.wants(ordinal)) {
          visitor.near(ordinal, record(ordinal, onDisk.sought()));
        }
      }
    }
    count(onDisk);
  }

  /** A lookup in the tables on disk and in memory, in the order of the tables. */
  private final class Search {

    private final BegunLookup onDisk;
    private final Deltas deltas;
    private final long[] keys;
    private final int[] newest;
    private final int @Nullable [] frozen;
    private int read; // tables

    /**
     * @param near whether tables after the first are needed, too
     */
    Search(ComparedPage page, BegunLookup onDisk, Deltas deltas, boolean near) {
      if (onDisk.asked() > 0) {
        aheadLookups.increment();
      }
      this.onDisk = onDisk;
      this.deltas = deltas;
      keys = layout.keys(page, near ? layout.tables().size() : 1);
      newest = deltas.delta().values(page, keys);
      frozen = deltas.frozen() == null ? null : deltas.frozen().values(page, keys);
    }

    /** Adds the candidates of the tables below this number. */
    void read(int tables) {
      ask(onDisk, keys, tables, log::get);
      for (; read < tables; read++) {
        scan(read);
      }
    }

    /** Adds the candidates of a table in memory. */
    private void scan(int t) {
      if (keys[t] == 0) {
        return;
      }
      SoughtPage sought = onDisk.sought();
      Candidates candidates = onDisk.candidates(t);
      int entries = onDisk.entries(t);
      entries += deltas.delta().scan(t, keys[t], newest[t], sought, onDisk.from(), candidates);
      if (frozen != null && deltas.frozen() != null) {
        entries += deltas.frozen().scan(t, keys[t], frozen[t], sought, onDisk.from(), candidates);
      }
      if (entries > largestBucket.get()) {
        largestBucket.accumulateAndGet(entries, Math::max);
      }
    }
  }

  /**
   * Begins a lookup and does the part of it that needs only the tables on disk. May run while
   * leaders are put, as long as those tables do not change.
   *
   * @param from leaders below this ordinal are skipped
   */
  BegunLookup ahead(ComparedPage page, long from) {
    BegunLookup onDisk = begin(page, from);
    long[] keys = layout.keys(page, page.nearEligible() ? layout.tables().size() : 1);
    ask(onDisk, keys, 1, log::written);
    if (!onDisk.hasCopy(page)) {
      ask(onDisk, keys, keys.length, log::written);
    }
    return onDisk;
  }

  private Lookup findIn(ComparedPage page, BegunLookup onDisk, Deltas deltas, boolean contentOnly) {
    boolean near = page.nearEligible() && !contentOnly;
    Search search = new Search(page, onDisk, deltas, near);
    search.read(1);
    PageRule own = PageRule.of(page, layout.detector(), rule.overrides());
    Same same = exact(page, own, onDisk);
    Lookup copy = same.copy();
    boolean itself = copy != null && copy.isItself();
    if (copy != null && !itself) {
      return copy;
    }
    long before = copy == null ? Long.MAX_VALUE : copy.ordinal();
    ComparedPage changed = same.versions() ? changed(page, own, onDisk, before) : null;
    Lookup found = Lookup.newVersion(changed, 0);
    if (near) {
      search.read(search.keys.length);
      Lookup similar = near(page, own, onDisk, before);
      found = similar.found() || changed == null ? similar : found;
    }
    return copy == null
        ? found
        : Lookup.itself(copy.ordinal(), Objects.requireNonNull(copy.leader()), 0, found.earlier());
  }

  /**
   * Looks the page up in the first {@code tables} tables on disk, except those already read.
   *
   * @param records returns leaders by ordinal
   */
  private void ask(
      BegunLookup onDisk, long[] keys, int tables, LongFunction<@Nullable ComparedPage> records) {
    if (base.isEmpty()) {
      return;
    }
    long[] mayHold = onDisk.mayHold();
    if (mayHold == null) {
      mayHold = base.mayHold(keys);
      onDisk.setMayHold(mayHold);
    }
    if (tables > 1 && onDisk.asked() <= 1) { // not earlier, because an exact copy needs no SimHash
      base.skipWithoutMatch(onDisk.sought().simHash(), mayHold);
    }
    SoughtPage sought = onDisk.sought();
    for (int t = onDisk.asked(); t < tables; t++) {
      Candidates candidates = onDisk.candidates(t);
      int before = candidates.size();
      onDisk.add(
          keys[t] == 0 ? 0 : base.scan(t, keys[t], mayHold[t], sought, onDisk.from(), candidates));
      for (int i = before; i < candidates.size(); i++) {
        if (sought.wantsKnown(candidates.ordinal(i))) {
          ComparedPage leader = records.apply(candidates.ordinal(i));
          if (leader != null) {
            sought.know(candidates.ordinal(i), leader);
          }
        }
      }
    }
  }

  /**
   * What leaders of the same scope and content say.
   *
   * @param copy the page itself, or the closest leader of which it is a copy; null if there is none
   * @param versions whether there may be leaders that are earlier versions of the page
   */
  private record Same(@Nullable Lookup copy, boolean versions) {}

  private Same exact(ComparedPage page, PageRule own, BegunLookup onDisk) {
    Candidates candidates = onDisk.candidates(0);
    Lookup best = null;
    boolean versions = false;
    for (int i = 0; i < candidates.size(); i++) {
      ComparedPage leader = record(candidates.ordinal(i), onDisk.sought());
      if (leader.sameScope(page) && leader.sameContent(page)) {
        if (leader.samePage(page)) {
          return new Same(Lookup.itself(candidates.ordinal(i), leader, 0, null), true);
        }
        boolean version = isNewVersion(page, leader);
        versions |= version;
        if (version || !own.copies(page, leader)) {
          continue;
        }
        Nearness nearness = Nearness.of(page, leader);
        long ordinal = candidates.ordinal(i);
        if (best == null
            || nearness.distance() < best.distance()
            || (nearness.distance() == best.distance() && ordinal < best.ordinal())) {
          best = found(ordinal, leader, Lookup.Match.EXACT, nearness, 0);
        }
      }
    }
    return new Same(best, versions);
  }

  private boolean isNewVersion(ComparedPage page, ComparedPage leader) {
    return PagePair.of(page, leader).isNewVersion(rule.readmit());
  }

  /**
   * The closest earlier version of the page that has the same content but says other things outside
   * it.
   *
   * @param before only leaders below this ordinal are considered
   */
  private @Nullable ComparedPage changed(
      ComparedPage page, PageRule own, BegunLookup onDisk, long before) {
    Candidates candidates = onDisk.candidates(0);
    ComparedPage closest = null;
    int least = Detector.NO_MATCH;
    long first = -1;
    for (int i = 0; i < candidates.size(); i++) {
      long ordinal = candidates.ordinal(i);
      ComparedPage leader = ordinal < before ? record(ordinal, onDisk.sought()) : null;
      if (leader != null
          && leader.sameScope(page)
          && leader.sameContent(page)
          && isNewVersion(page, leader)
          && own.copies(page, leader)) {
        int rank = own.detector().versionRank(PagePair.of(page, leader));
        if (rank < least || (rank == least && ordinal < first)) {
          closest = leader;
          least = rank;
          first = ordinal;
        }
      }
    }
    return closest;
  }

  /**
   * The candidate of the same scope that the detector ranks best.
   *
   * @param before only leaders below this ordinal are considered
   */
  private Lookup near(ComparedPage page, PageRule own, BegunLookup onDisk, long before) {
    Detector detector = layout.detector();
    Lookup best = Lookup.none(0);
    int bestRank = Detector.NO_MATCH;
    ComparedPage earlier = null;
    int earlierRank = Detector.NO_MATCH;
    long earlierOrdinal = -1;
    Candidates candidates = onDisk.candidates(1);
    for (long next : candidates.bestFirst(layout, own.detector())) {
      int bound = (int) (next >>> 32);
      int i = (int) next;
      long ordinal = candidates.ordinal(i);
      if (bound > bestRank || (bound == bestRank && ordinal > best.ordinal())) {
        break;
      }
      ComparedPage leader = ordinal < before ? record(ordinal, onDisk.sought()) : null;
      if (leader != null
          && leader.sameScope(page)
          && !leader.sameContent(page)
          && own.admits(leader)) {
        PagePair pair = PagePair.of(page, leader);
        int rank = own.detector().rank(pair);
        if (pair.isNewVersion(rule.readmit())) {
          boolean better = rank < earlierRank || (rank == earlierRank && ordinal < earlierOrdinal);
          if (better && rank != Detector.NO_MATCH && detector.reaches(page, leader)) {
            earlier = leader;
            earlierRank = rank;
            earlierOrdinal = ordinal;
          }
          continue;
        }
        boolean better = rank < bestRank || (rank == bestRank && ordinal < best.ordinal());
        if (better && rank != Detector.NO_MATCH && detector.reaches(page, leader)) {
          bestRank = rank;
          best =
              found(
                  ordinal,
                  leader,
                  Lookup.Match.NEAR,
                  Nearness.of(page, leader),
                  table(page, leader));
        }
      }
    }
    return best.found() || earlier == null ? best : Lookup.newVersion(earlier, 0);
  }

  /** The first table in which a page and its match share a key, whether it was read or not. */
  private int table(ComparedPage page, ComparedPage leader) {
    int t = 1;
    while (!meet(layout.tables().get(t), page, leader)) {
      t++;
    }
    return t;
  }

  private static boolean meet(Table table, ComparedPage page, ComparedPage leader) {
    return table.holds(page)
        && table.holds(leader)
        && Keys.high(table.key(page)) == Keys.high(table.key(leader))
        && Long.bitCount(table.payload().of(page) ^ table.payload().of(leader)) <= table.within();
  }

  private ComparedPage record(long ordinal, SoughtPage sought) {
    sought.countCompared();
    ComparedPage known = sought.record(ordinal);
    return known != null ? known : Objects.requireNonNull(log.get(ordinal));
  }

  private Lookup found(
      long ordinal, ComparedPage leader, Lookup.Match match, Nearness nearness, int table) {
    return new Lookup(ordinal, leader, match, nearness, layout.tables().get(table).name(), 0, null);
  }
}

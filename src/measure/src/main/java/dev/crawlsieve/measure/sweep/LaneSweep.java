package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.AnyDetector;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LeaderVisitor;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.core.index.store.TableIndex;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decides on the pages of one lane under many settings at once.
 *
 * <p>For each setting, the decisions are those of a {@link dev.crawlsieve.core.index.LeaderIndex}
 * of its own. Not thread-safe.
 */
final class LaneSweep {

  // One index holds every page that any setting keeps, with tables that find the matches of all.
  // For each page in it, a row says which settings keep it. A kept page is read and its distances
  // are computed once; then each setting that keeps it ranks it. Settings for which an exact copy
  // was found are not looked up further.

  /** Maximum number of settings: a set of settings is the bits of a long. */
  static final int MOST = Long.SIZE;

  private static final int ROW = 1;

  private final RuleSettings rule;
  private final Overrides overrides;
  private final TableIndex index;
  private final SiteEvidence sites;
  private final Taker taker;
  private final LaneRows keeping; // by ordinal in the index: the settings that keep the page
  private final Detector[] lane;

  // State of the current page; sets of settings are bits.
  private final @Nullable ComparedPage[] originals;
  private final int[] ranks;
  private final long[] ordinals;
  private final Matches matches = new Matches();
  private long open; // settings for which no exact copy was found
  private long exact;
  private long turning; // settings for which the page may be none once its site shows more
  private long kept;
  private PageOverrides own = PageOverrides.NONE;
  private Detector[] detectors;

  /** Receives the decisions on a page under each setting. */
  @FunctionalInterface
  interface Taker {

    /**
     * Receives the decision on a page under one setting.
     *
     * @param setting number of the setting, from 0
     * @param dropped whether an override drops the page
     * @param original the kept page that the page copies; null if there is none
     * @param exact whether both have the same content
     */
    void decided(
        ComparedPage page,
        int setting,
        boolean dropped,
        @Nullable ComparedPage original,
        boolean exact);
  }

  /**
   * A sweep in which no page has been kept yet.
   *
   * @param settings at most {@link #MOST}
   * @param rule determines which kept pages a page is compared with; the same for all settings
   * @param room stores the index
   * @param taker receives the decisions, in order
   */
  LaneSweep(
      List<DetectorSettings> settings,
      RuleSettings rule,
      LaneRange range,
      ReplayRoom room,
      Taker taker) {
    this.rule = rule;
    this.taker = taker;
    overrides = rule.overrides();
    AnyDetector any = AnyDetector.of(settings);
    lane = any.some().toArray(new Detector[0]);
    detectors = lane;
    index = room.index(any, rule, range);
    sites = new SiteEvidence(index);
    keeping = room.rows(range, ROW);
    originals = new ComparedPage[lane.length];
    ranks = new int[lane.length];
    ordinals = new long[lane.length];
  }

  /** Decides on the next pages. */
  void decide(List<ComparedPage> pages) {
    ReplayRoom.expect(index, pages);
    for (ComparedPage next : pages) {
      Optional<Forgetting> asked = Forgetting.of(next);
      if (asked.isPresent()) {
        forget(asked.get());
        continue;
      }
      index.advance(next.timestamp());
      ComparedPage page = sites.enter(next);
      lookup(page);
      remember(page);
      recall(page);
      for (int setting = 0; setting < lane.length; setting++) {
        ComparedPage original = page.override() == null ? originals[setting] : null;
        taker.decided(page, setting, page.dropped(), original, has(exact, setting));
      }
      if (kept != 0) {
        keeping.put(index.nextOrdinal(), 0, kept);
        index.put(index.nextOrdinal(), page);
      }
    }
  }

  private void forget(Forgetting asked) {
    asked.forgetLeaders(index, LongUnaryOperator.identity());
    asked.keys(index::sites).stream()
        .filter(key -> asked.isSite(key, Objects.requireNonNull(index.site(key))))
        .forEach(index::dropSite);
    sites.forget();
  }

  /**
   * Remembers for each setting the kept page that the page copies for what its site has shown, as
   * {@link dev.crawlsieve.core.verdict.DroppedPages} does for one.
   */
  private void remember(ComparedPage page) {
    if (turning == 0) {
      return;
    }
    // for each setting, the kept page's ordinal · 2 + exact; negative if there is none
    String key = page.storeKey();
    byte[] stored = index.site(key);
    ByteBuffer before = stored == null ? null : SiteRecord.value(stored);
    ByteBuffer known = ByteBuffer.allocate(Long.BYTES * lane.length);
    for (int setting = 0; setting < lane.length; setting++) {
      long copied = ordinals[setting] << 1 | (has(exact, setting) ? 1 : 0);
      long last = before == null ? -1 : before.getLong();
      known.putLong(has(turning, setting) ? Math.max(copied, last) : last);
    }
    index.putSite(key, SiteRecord.encode(index.tick(), known.array()));
  }

  /** The settings that would keep the page now, and dropped it before, drop it again. */
  private void recall(ComparedPage page) {
    byte[] stored = kept == 0 ? null : index.site(page.storeKey());
    if (stored == null) {
      return;
    }
    ByteBuffer known = SiteRecord.value(stored);
    int begin = known.position();
    for (long bits = kept; bits != 0; bits &= bits - 1) {
      int setting = Long.numberOfTrailingZeros(bits);
      long copied = known.getLong(begin + Long.BYTES * setting);
      ComparedPage original = copied >> 1 >= index.expired() ? index.get(copied >> 1) : null;
      if (original != null && !original.isForgotten()) {
        originals[setting] = original;
        exact |= (copied & 1) << setting;
        kept &= ~(1L << setting);
      }
    }
  }

  private static boolean has(long settings, int setting) {
    return (settings >>> setting & 1) != 0;
  }

  /** Looks a page up under every setting. */
  private void lookup(ComparedPage page) {
    own = PageRule.of(page, overrides);
    Arrays.fill(originals, null);
    Arrays.fill(ranks, Detector.NO_MATCH);
    exact = 0;
    turning = 0;
    open = page.dropped() ? 0 : -1L >>> -lane.length;
    kept = open;
    if (!page.dropped()) {
      HostThresholds thresholds = own.thresholds();
      detectors =
          thresholds.equals(HostThresholds.NONE)
              ? lane
              : Arrays.stream(lane).map(one -> one.within(thresholds)).toArray(Detector[]::new);
      matches.page = page;
      index.visit(page, matches);
    }
  }

  /** Compares the current page with kept pages. */
  private final class Matches implements LeaderVisitor {

    @SuppressWarnings("NullAway.Init") // by lookup
    private ComparedPage page;

    @Override
    public void same(long ordinal, ComparedPage leader) {
      long keepers = keeping.get(ordinal, 0);
      if (leader.samePage(page)) {
        open &= ~keepers;
        kept &= ~keepers;
      } else if (!separated(leader) && !isNewVersion(leader)) {
        PagePair pair = PagePair.of(page, leader);
        for (long bits = keepers; bits != 0; bits &= bits - 1) {
          int setting = Long.numberOfTrailingZeros(bits);
          if (detectors[setting].copies(pair)) {
            // of pages with the same content, a setting keeps only those that are not copies
            take(setting, pair.distance(), ordinal, pair);
            exact |= Long.lowestOneBit(bits);
            open &= ~Long.lowestOneBit(bits);
          }
        }
      }
    }

    @Override
    public boolean wantsNear() {
      return open != 0;
    }

    @Override
    public boolean wants(long ordinal) {
      return (keeping.get(ordinal, 0) & open) != 0;
    }

    @Override
    public void near(long ordinal, ComparedPage leader) {
      if (!leader.sameScope(page)
          || leader.sameContent(page)
          || isNewVersion(leader)
          || separated(leader)) {
        return;
      }
      PagePair pair = PagePair.of(page, leader);
      for (long bits = keeping.get(ordinal, 0) & open; bits != 0; bits &= bits - 1) {
        int setting = Long.numberOfTrailingZeros(bits);
        int rank = detectors[setting].rank(pair);
        if (isBetter(setting, rank, ordinal) && lane[setting].reaches(page, leader)) {
          take(setting, rank, ordinal, pair);
        }
      }
    }

    private boolean isNewVersion(ComparedPage leader) {
      return PagePair.of(page, leader).isNewVersion(rule.readmit());
    }

    /** Whether overrides forbid the current page to match a kept page. */
    private boolean separated(ComparedPage leader) {
      return own.separates() && own.separates(overrides.of(leader.url()));
    }
  }

  /**
   * Makes a kept page the original under a setting, if it is a better match than the current one.
   */
  private void take(int setting, int rank, long ordinal, PagePair pair) {
    if (isBetter(setting, rank, ordinal)) {
      ranks[setting] = rank;
      ordinals[setting] = ordinal;
      originals[setting] = pair.kept();
      kept &= ~(1L << setting);
      turning = pair.mayTurn() ? turning | 1L << setting : turning & ~(1L << setting);
    }
  }

  private boolean isBetter(int setting, int rank, long ordinal) {
    return rank != Detector.NO_MATCH
        && (rank < ranks[setting] || (rank == ranks[setting] && ordinal < ordinals[setting]));
  }
}

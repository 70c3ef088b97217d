package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.RuleSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The oracle: compares a page with every leader, in memory, by the detector's plain definition.
 *
 * <p>Its {@link Lookup#table} is {@code scan}, and every leader that has not expired counts as
 * compared.
 */
public class LinearScanIndex implements LeaderIndex {

  private static final int TICKS_OF_RETENTION = 100;

  private final Detector detector;
  private final RuleSettings rule;
  private final List<ComparedPage> leaders = new ArrayList<>();
  private final SortedMap<String, byte[]> sites = new TreeMap<>();
  private final List<Long> ticks = new ArrayList<>(); // the lane's tick when each leader was kept
  private boolean started;
  private long tick;
  private long stride = 1;

  /** An empty index under the default rule. */
  public LinearScanIndex(Detector detector) {
    this(detector, RuleSettings.DEFAULT);
  }

  /** An empty index. */
  public LinearScanIndex(Detector detector, RuleSettings rule) {
    this.detector = detector;
    this.rule = rule;
  }

  /** A second implementation of lane time, straight from its definition: see {@link LaneTime}. */
  @Override
  public void advance(long timestamp) {
    if (!rule.expires()) {
      return;
    }
    long tickMillis = (rule.retention().toMillis() + TICKS_OF_RETENTION - 1) / TICKS_OF_RETENTION;
    long at = Math.floorDiv(timestamp, tickMillis);
    if (!started) {
      started = true;
      tick = at;
    } else if (at <= tick) {
      stride = 1;
    } else if (at <= tick + stride) {
      tick = at;
    } else {
      tick += stride;
      stride *= 2;
    }
  }

  private boolean expired(int ordinal) {
    return rule.expires() && ticks.get(ordinal) < tick - TICKS_OF_RETENTION;
  }

  @Override
  public Lookup lookup(ComparedPage page) {
    PageRule own = PageRule.of(page, detector, rule.overrides());
    int best = -1;
    int bestRank = Detector.NO_MATCH;
    int earlier = -1;
    int earlierRank = Detector.NO_MATCH;
    int compared = 0;
    int itself = itself(page);
    for (int ordinal = 0; ordinal < leaders.size(); ordinal++) {
      if (expired(ordinal)) {
        continue;
      }
      compared++;
      if (itself >= 0 && ordinal >= itself) {
        continue;
      }
      ComparedPage leader = leaders.get(ordinal);
      int rank = own.rank(page, leader);
      boolean ownVersion = PagePair.of(page, leader).isNewVersion(rule.readmit());
      if (ownVersion && rank < earlierRank) {
        earlier = ordinal;
        earlierRank = rank;
      } else if (!ownVersion && rank < bestRank) {
        best = ordinal;
        bestRank = rank;
      }
    }
    if (itself >= 0) {
      return Lookup.itself(
          itself, leaders.get(itself), compared, earlier < 0 ? null : leaders.get(earlier));
    }
    if (best < 0) {
      return earlier < 0
          ? Lookup.none(compared)
          : Lookup.newVersion(leaders.get(earlier), compared);
    }
    ComparedPage leader = leaders.get(best);
    return new Lookup(
        best,
        leader,
        bestRank < 0 ? Lookup.Match.EXACT : Lookup.Match.NEAR,
        Nearness.of(page, leader),
        "scan",
        compared,
        null);
  }

  /** Ordinal of the leader that is this very page, -1 if there is none. */
  private int itself(ComparedPage page) {
    for (int ordinal = 0; ordinal < leaders.size(); ordinal++) {
      ComparedPage leader = leaders.get(ordinal);
      if (!expired(ordinal) && leader.samePage(page) && leader.sameScope(page)) {
        return ordinal;
      }
    }
    return -1;
  }

  @Override
  public void put(long ordinal, ComparedPage leader) {
    if (ordinal < nextOrdinal() && leader.isForgotten()) {
      leaders.set((int) ordinal, leader);
    } else if (PutOrder.isNew(ordinal, leader, nextOrdinal(), this::get)) {
      leaders.add(leader);
      ticks.add(tick);
    }
  }

  @Override
  public ComparedPage get(long ordinal) {
    return ordinal >= 0 && ordinal < leaders.size() ? leaders.get((int) ordinal) : null;
  }

  @Override
  public long expired() {
    int expired = 0;
    while (expired < leaders.size() && expired(expired)) {
      expired++;
    }
    return expired;
  }

  @Override
  public long nextOrdinal() {
    return leaders.size();
  }

  @Override
  public byte @Nullable [] site(String key) {
    return sites.get(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    sites.put(key, stored);
  }

  @Override
  public List<Long> leaders(long from, long to, Predicate<ComparedPage> which) {
    return LongStream.range(Math.max(from, expired()), Math.min(to, nextOrdinal()))
        .filter(ordinal -> !get(ordinal).isForgotten() && which.test(get(ordinal)))
        .boxed()
        .toList();
  }

  @Override
  public List<String> sites(String from, String to) {
    return List.copyOf(sites.subMap(from, to).keySet());
  }

  @Override
  public void dropSite(String key) {
    sites.remove(key);
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public void close() {
    // holds nothing outside the heap
  }
}

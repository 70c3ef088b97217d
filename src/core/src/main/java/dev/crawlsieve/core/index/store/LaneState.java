package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.SiteRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a lane in addition to its leaders: the lane's time, which leaders have expired, and
 * small values of the owner; and how much of all this is committed.
 */
final class LaneState {

  // A commit writes its point, the lane's time and the small values in one batch, after the
  // leaders: when a point is on disk, so are all of its leaders. Records of dropped leaders are
  // deleted only once the drop is committed.

  private static final String OWNER = "user.";
  private static final String TIME = "lane.time";
  private static final String SITES = OWNER + SiteRecord.EXPIRY;
  private static final byte[] NOTHING = {};

  private final RocksFolder files;
  private final LeaderLog log;
  private final RuleSettings rule;
  private final Map<String, byte @Nullable []> uncommitted = new HashMap<>(); // the owner's values
  private LeaderLog.CommitPoint committed;
  private LaneTime time;
  private LaneTime committedTime;
  private long expired;
  private long expiredForGood;
  private boolean changed; // since the last commit
  private boolean flushed = true;
  private boolean sitesChecked; // whether those that have expired by now were found
  private String nextSite = SITES;

  /** The state at the last commit. */
  LaneState(RocksFolder files, LeaderLog log, LeaderLog.CommitPoint committed, RuleSettings rule) {
    this.files = files;
    this.log = log;
    this.committed = committed;
    this.rule = rule;
    byte[] stored = files.meta(TIME);
    time = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
    committedTime = time;
    expired = Math.max(log.first(), time.expired());
    expiredForGood = expired;
  }

  LaneTime time() {
    return time;
  }

  void putTime(LaneTime next) {
    changed = true;
    sitesChecked &= time.tick() == next.tick();
    time = next;
  }

  /** Reads a time from its {@link LaneTime#encode stored form}. */
  LaneTime decodeTime(byte[] stored) {
    return LaneTime.decode(stored, rule);
  }

  /** Leaders below this ordinal have expired. */
  long expired() {
    return expired;
  }

  /** Leaders below this ordinal had expired at the last commit; runs are written without them. */
  long expiredForGood() {
    return expiredForGood;
  }

  void expire(long below) {
    expired = Math.max(expired, below);
  }

  /** A small value of the owner. */
  byte @Nullable [] value(String key) {
    byte[] put = uncommitted.get(OWNER + key);
    return put != null || uncommitted.containsKey(OWNER + key) ? put : files.meta(OWNER + key);
  }

  /** Puts a small value of the owner, or deletes it if it is null. */
  void putValue(String key, byte @Nullable [] value) {
    uncommitted.put(OWNER + key, value);
    changed = true;
  }

  void putSite(String key, byte[] stored) {
    putValue(key, stored);
    if (rule.expires()) {
      putValue(SiteRecord.expiryKey(key, stored), NOTHING);
    }
  }

  /** Whether all sites that have expired by now were found. */
  boolean sitesChecked() {
    return sitesChecked;
  }

  /**
   * Finds sites that have expired; those that were put after the last commit are found later.
   *
   * @param most of how many pages of sites this is checked
   */
  void expireSites(int most, List<String> expired) {
    String end = OWNER + SiteRecord.expiredBefore(time.tick());
    List<String> due = rule.expires() ? files.metaKeys(nextSite, end, most) : List.of();
    for (String each : due) {
      nextSite = each + '\0';
      String expiryKey = each.substring(OWNER.length());
      String site = SiteRecord.site(expiryKey);
      byte[] stored = value(site);
      if (stored != null && SiteRecord.isLast(expiryKey, stored)) {
        expired.add(site);
      }
      putValue(expiryKey, null);
    }
    sitesChecked = due.size() < most;
  }

  /** Records that the leader log has changed. */
  void logChanged() {
    changed = true;
  }

  /** Whether there is something to commit. */
  boolean isChanged() {
    return changed;
  }

  /** Whether everything that is committed is durable. */
  boolean isFlushed() {
    return flushed;
  }

  /** Records that everything that is committed is durable. */
  void flushed() {
    flushed = true;
  }

  /** Leaders below this ordinal are committed. */
  long committed() {
    return committed.next();
  }

  /** The position in the owner's own log at the last commit; negative if there was none. */
  long position() {
    return committed.position();
  }

  /** Commits what has changed, and leaves the owner's position as it was. */
  void commit() {
    commit(committed.position());
  }

  /** Commits, unless nothing has changed. */
  void commit(long position) {
    if (!changed && position == committed.position()) {
      return;
    }
    log.write();
    LeaderLog.CommitPoint point = new LeaderLog.CommitPoint(position, log.first(), log.next());
    files.putMetas(
        metas -> {
          point.put(metas);
          if (time != committedTime) {
            metas.put(TIME, time.encode());
          }
          uncommitted.forEach(metas::put);
        });
    committed = point;
    committedTime = time;
    expiredForGood = expired;
    uncommitted.clear();
    nextSite = SITES;
    log.deleteDropped();
    changed = false;
    flushed = false;
  }
}

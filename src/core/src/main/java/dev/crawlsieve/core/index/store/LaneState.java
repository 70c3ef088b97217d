package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.SiteRecord;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
  private static final String GAPS = "lane.gaps";
  private static final String PURGE = "lane.purge";
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
  private boolean forgets; // sites that have not expired, since the last commit
  private boolean flushed = true;
  private int purgesDue;
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
    purgesDue = files.meta(PURGE) == null ? 0 : 1;
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

  void dropSite(String key) {
    byte[] stored = value(key);
    forgets |= stored != null && !SiteRecord.isExpired(stored, time.tick());
    putValue(key, null);
  }

  void putSite(String key, byte[] stored) {
    putValue(key, stored);
    if (rule.expires()) {
      putValue(SiteRecord.expiryKey(key, stored), NOTHING);
    }
  }

  /** The keys of the owner's values, from one to below another. */
  List<String> keys(String from, String to) {
    Set<String> keys = new TreeSet<>(files.metaKeys(OWNER + from, OWNER + to, Integer.MAX_VALUE));
    uncommitted.forEach(
        (key, value) -> {
          if (value == null) {
            keys.remove(key);
          } else if (key.compareTo(OWNER + from) >= 0 && key.compareTo(OWNER + to) < 0) {
            keys.add(key);
          }
        });
    return keys.stream().map(key -> key.substring(OWNER.length())).toList();
  }

  /** Records that a changelog lacks the leaders before one, so far. */
  void gapBefore(long ordinal) {
    uncommitted.put(GAPS, ByteBuffer.allocate(Long.BYTES).putLong(ordinal).array());
    changed = true;
  }

  /** All gaps are before this ordinal; 0 if there are none. */
  long gapsBefore() {
    byte[] stored = uncommitted.containsKey(GAPS) ? uncommitted.get(GAPS) : files.meta(GAPS);
    return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  /** Records that there are no gaps. */
  void closeGaps() {
    uncommitted.put(GAPS, null);
    changed = true;
  }

  /** How many commits may have left values of forgotten pages in files. */
  int purgesDue() {
    return purgesDue;
  }

  /** Records that the files have been purged of the first so many. */
  void purged(int purges) {
    purgesDue -= purges;
    if (purgesDue == 0) {
      files.putMetas(metas -> metas.put(PURGE, null));
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
          if (log.putReplaced(metas) || forgets) {
            metas.put(PURGE, NOTHING);
            purgesDue++;
          }
        });
    log.replacedWritten();
    forgets = false;
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

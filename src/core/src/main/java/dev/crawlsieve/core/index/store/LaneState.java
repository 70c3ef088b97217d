package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LaneTime;
import java.util.HashMap;
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

  private final RocksFolder files;
  private final LeaderLog log;
  private final RuleSettings rule;
  private final Map<String, byte[]> uncommitted = new HashMap<>(); // the owner's values
  private LeaderLog.CommitPoint committed;
  private LaneTime time;
  private LaneTime committedTime;
  private long expired;
  private long expiredForGood;
  private boolean changed; // since the last commit
  private boolean flushed = true;

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
    return put == null ? files.meta(OWNER + key) : put;
  }

  void putValue(String key, byte[] value) {
    uncommitted.put(OWNER + key, value);
    changed = true;
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
    log.deleteDropped();
    changed = false;
    flushed = false;
  }
}

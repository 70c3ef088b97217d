package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.RuleSettings;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The time of a lane, and which of its leaders have expired: a pure function of the lane's records,
 * in order.
 *
 * <p>Immutable.
 */
public final class LaneTime {

  // Time is counted in ticks; a tick is a hundredth of the retention. So time changes a hundred
  // times per retention, not with every page, and can be stored in the changelog along with the
  // leaders. A restore is therefore exact, even after pages that were all duplicates.
  //
  // A leader has the tick that the lane had when it was kept. Ordinals are assigned in order and
  // ticks only grow, so it is enough to store the ordinal of the first leader of each tick that has
  // leaders. A leader expires when the lane's tick is more than LIFE ticks beyond its own: after
  // the retention, by less than one tick.
  //
  // Lane time is the running maximum of timestamps, but one record moves it by at most one tick;
  // otherwise a single timestamp far in the future would expire everything. Each further
  // consecutive record beyond that limit moves it by twice as much as the one before (the stride),
  // so lane time catches up with a real gap of any length within a few dozen records. n stray
  // records in a row move it by 2^n - 1 ticks, so seven of them expire everything.

  private static final byte VERSION = 1;
  private static final int LIFE = 100;
  private static final long MOST_STRIDE = 1L << 61;
  private static final int HEADER_BYTES = 1 + 4 * Long.BYTES;
  private static final LaneTime ENDLESS = new LaneTime(0, 0, 1, new long[0], new long[0]);

  private final long tickMillis; // 0 where nothing expires
  private final long tick; // undefined before the first record
  private final long stride;
  private final long[] ticks; // ticks that may have live leaders; the last is the lane's
  private final long[] firsts; // ordinal of the first leader of each tick

  private LaneTime(long tickMillis, long tick, long stride, long[] ticks, long[] firsts) {
    this.tickMillis = tickMillis;
    this.tick = tick;
    this.stride = stride;
    this.ticks = ticks;
    this.firsts = firsts;
  }

  /** The time of a lane without records. */
  public static LaneTime start(RuleSettings rule) {
    return rule.expires()
        ? new LaneTime(tickMillis(rule), 0, 1, new long[0], new long[0])
        : ENDLESS;
  }

  private static long tickMillis(RuleSettings rule) {
    return (rule.retention().toMillis() + LIFE - 1) / LIFE;
  }

  /**
   * The lane's time after the next record.
   *
   * @param timestamp the record's, milliseconds since 1970-01-01T00:00Z
   * @param nextOrdinal the ordinal that the page gets if it is kept
   * @return this instance if nothing has changed
   */
  public LaneTime advance(long timestamp, long nextOrdinal) {
    if (tickMillis == 0) {
      return this;
    }
    long at = Math.floorDiv(timestamp, tickMillis);
    if (ticks.length == 0) {
      return new LaneTime(tickMillis, at, 1, new long[] {at}, new long[] {nextOrdinal});
    }
    long step = at - tick;
    if (step <= 0) {
      return stride == 1 ? this : new LaneTime(tickMillis, tick, 1, ticks, firsts);
    }
    return step <= stride
        ? moved(at, stride, nextOrdinal)
        : moved(tick + stride, Math.min(2 * stride, MOST_STRIDE), nextOrdinal);
  }

  private LaneTime moved(long to, long nextStride, long nextOrdinal) {
    int from = 0;
    while (from < ticks.length && ticks[from] < oldest(to)) {
      from++;
    }
    int end = ticks.length; // a tick without leaders is not needed
    if (end > from && firsts[end - 1] == nextOrdinal) {
      end--;
    }
    int kept = end - from;
    long[] movedTicks = Arrays.copyOfRange(ticks, from, from + kept + 1);
    long[] movedFirsts = Arrays.copyOfRange(firsts, from, from + kept + 1);
    movedTicks[kept] = to;
    movedFirsts[kept] = nextOrdinal;
    return new LaneTime(tickMillis, to, nextStride, movedTicks, movedFirsts);
  }

  /** {@return the oldest tick of what has not expired at a tick} */
  static long oldest(long now) {
    return now - LIFE;
  }

  /** The lane's tick, which grows with its time; 0 where nothing expires. */
  public long tick() {
    return tick;
  }

  /**
   * The time after a page of the lane, for an index that learns of leaders some time after they
   * were kept.
   *
   * @param reached the lane's tick at that page, at least that of the page before
   * @param nextOrdinal one more than the highest ordinal known to the index
   * @return this instance if nothing has changed
   */
  public LaneTime reached(long reached, long nextOrdinal) {
    if (tickMillis == 0 || (reached == tick && ticks.length > 0)) {
      return this;
    }
    int from = 0;
    while (from < ticks.length && ticks[from] < oldest(reached)) {
      from++;
    }
    return from == ticks.length
        ? late(reached, nextOrdinal)
        : new LaneTime(
            tickMillis,
            reached,
            1,
            Arrays.copyOfRange(ticks, from, ticks.length),
            Arrays.copyOfRange(firsts, from, firsts.length));
  }

  /**
   * The time when all known leaders have expired. The next leader that the index learns of may have
   * been kept long ago.
   */
  private LaneTime late(long reached, long nextOrdinal) {
    return new LaneTime(
        tickMillis, reached, 1, new long[] {oldest(reached)}, new long[] {nextOrdinal});
  }

  /**
   * The time after the next leader, for an index that learns of leaders some time after they were
   * kept.
   *
   * @param kept the lane's tick when the leader was kept, at least that of the leader before
   * @param ordinal the leader's ordinal
   * @return this instance if nothing has changed
   */
  public LaneTime learned(long kept, long ordinal) {
    if (tickMillis == 0) {
      return this;
    }
    int last = ticks.length - 1;
    if (last >= 0 && kept < oldest(tick)) {
      return late(tick, ordinal + 1);
    }
    if (last >= 0 && ticks[last] >= kept) {
      return this;
    }
    boolean unused = last >= 0 && firsts[last] == ordinal;
    int size = unused ? last + 1 : last + 2;
    long[] longerTicks = Arrays.copyOf(ticks, size);
    long[] longerFirsts = Arrays.copyOf(firsts, size);
    longerTicks[size - 1] = kept;
    longerFirsts[size - 1] = ordinal;
    return new LaneTime(tickMillis, last < 0 ? kept : tick, 1, longerTicks, longerFirsts);
  }

  /** Leaders below this ordinal have expired. */
  public long expired() {
    return firsts.length == 0 ? 0 : firsts[0];
  }

  /**
   * The lane's time in milliseconds since 1970-01-01T00:00Z, rounded down to a tick; {@link
   * Long#MIN_VALUE} before the first record, and where nothing expires.
   */
  public long millis() {
    return ticks.length == 0 ? Long.MIN_VALUE : tick * tickMillis;
  }

  /** The stored form: format version, tick length, tick, stride, then ticks and first ordinals. */
  public byte[] encode() {
    ByteBuffer stored = ByteBuffer.allocate(HEADER_BYTES + 2 * Long.BYTES * ticks.length);
    stored.put(VERSION).putLong(tickMillis).putLong(tick).putLong(stride).putLong(ticks.length);
    for (int i = 0; i < ticks.length; i++) {
      stored.putLong(ticks[i]).putLong(firsts[i]);
    }
    return stored.array();
  }

  /**
   * Reads a stored time.
   *
   * @throws IndexException if the stored form has another version or retention, or is truncated
   */
  public static LaneTime decode(byte[] bytes, RuleSettings rule) {
    ByteBuffer stored = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_BYTES || stored.get() != VERSION) {
      throw new IndexException("a lane time of an unknown version, of " + bytes.length + " bytes");
    }
    long tickMillis = stored.getLong();
    long tick = stored.getLong();
    long stride = stored.getLong();
    long count = stored.getLong();
    if (count != stored.remaining() / (2 * Long.BYTES)) {
      throw new IndexException("a lane's time of " + bytes.length + " bytes is truncated");
    }
    if (!rule.expires() || tickMillis != tickMillis(rule)) {
      throw new IndexException(
          "a lane time in ticks of "
              + tickMillis
              + " ms, which is not the configured index.retention: start a new generation");
    }
    long[] ticks = new long[(int) count];
    long[] firsts = new long[(int) count];
    for (int i = 0; i < count; i++) {
      ticks[i] = stored.getLong();
      firsts[i] = stored.getLong();
    }
    return new LaneTime(tickMillis, tick, stride, ticks, firsts);
  }
}

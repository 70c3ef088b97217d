package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.ExpiryListener;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.shard.LeaderPart;
import java.util.Collection;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The index behind Kafka's store wrappers: writes go through the wrappers to the changelog, and
 * lookups are queries, which the wrappers pass through.
 */
public final class ChangeloggedIndex implements LeaderIndex, LeaderPart {

  /**
   * How many expired leaders are deleted with a page at most: no page has to delete a hundredth of
   * the retention at once. More than one per page is enough to keep up.
   */
  public static final int DELETED_WITH_A_PAGE = 64;

  private static final QueryConfig QUIET = new QueryConfig(false);
  private static final PositionBound UNBOUNDED = PositionBound.unbounded();

  private final KeyValueStore<Bytes, byte[]> store;
  private final SettingsRecord settings;
  private final Overrides overrides;
  private LaneTime laneTime;
  private long firstOrdinal;
  private long nextOrdinal;
  private boolean claimed;
  private ExpiryListener expiry = ExpiryListener.NONE;

  /**
   * Wraps a restored store.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if the index was made with other settings
   */
  public ChangeloggedIndex(KeyValueStore<Bytes, byte[]> store, SettingsRecord settings) {
    this.store = store;
    this.settings = settings;
    byte[] stored = store.get(SettingsRecord.KEY);
    if (stored != null) {
      settings.check(stored);
      claimed = true;
    }
    this.overrides = ask(new IndexStore.InForce());
    this.laneTime = ask(new IndexStore.Time());
    this.firstOrdinal = ask(new IndexStore.FirstOrdinal());
    this.nextOrdinal = ask(new IndexStore.NextOrdinal());
  }

  /** From now on, notifies a listener of every expired leader before it is deleted. */
  public void onExpiry(ExpiryListener listener) {
    this.expiry = listener;
  }

  @Override
  public Overrides overrides() {
    return overrides;
  }

  @Override
  public void advance(long timestamp) {
    LaneTime now = laneTime.advance(timestamp, nextOrdinal);
    if (now != laneTime) {
      putTime(now);
    }
    delete(laneTime.expired(), timestamp);
  }

  private void delete(long below, long timestamp) {
    long last = Math.min(below, firstOrdinal + DELETED_WITH_A_PAGE);
    for (; firstOrdinal < last; firstOrdinal++) {
      expiry.expired(firstOrdinal, timestamp);
      store.delete(IndexStore.key(firstOrdinal));
    }
  }

  @Override
  public LaneTime time() {
    return laneTime;
  }

  @Override
  public void putTime(LaneTime time) {
    store.put(IndexStore.LANE_TIME, time.encode());
    laneTime = time;
  }

  @Override
  public Lookup lookup(LeaderRecord page, boolean contentOnly, long from) {
    return ask(new IndexStore.PartMatch(page, contentOnly, from));
  }

  @Override
  public void freeBelow(long ordinal) {
    delete(ordinal, 0);
  }

  /** Writes the settings record, before the first leader. */
  public void claim() {
    if (!claimed) {
      store.put(SettingsRecord.KEY, settings.encode());
      claimed = true;
    }
  }

  @Override
  public void expect(Supplier<? extends Collection<LeaderRecord>> pages) {
    boolean unused = ask(new IndexStore.Coming(pages));
  }

  /** Notes that all pages up to this offset of the lane are decided on, for {@link LaneView}. */
  public void decided(long laneOffset) {
    boolean unused = ask(new IndexStore.Decided(laneOffset));
  }

  @Override
  public Lookup lookup(LeaderRecord page) {
    return ask(new IndexStore.BestMatch(page));
  }

  @Override
  public void put(long ordinal, LeaderRecord leader) {
    store.put(IndexStore.key(ordinal), leader.stored());
    nextOrdinal = Math.max(nextOrdinal, ordinal + 1);
  }

  @Override
  public LeaderRecord get(long ordinal) {
    byte[] stored = store.get(IndexStore.key(ordinal));
    return stored == null ? null : LeaderRecord.wrap(stored);
  }

  @Override
  public long nextOrdinal() {
    return nextOrdinal;
  }

  private <R> R ask(Query<R> query) {
    QueryResult<R> result = store.query(query, UNBOUNDED, QUIET);
    if (result.isFailure()) {
      throw new IllegalStateException("the index refused a lookup: " + result.getFailureMessage());
    }
    return result.getResult();
  }

  /** Does nothing: the store belongs to its task, which closes it. */
  @Override
  public void close() {}
}

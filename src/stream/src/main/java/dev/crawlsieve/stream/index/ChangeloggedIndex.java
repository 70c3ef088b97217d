package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ExpiryListener;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.Lookup;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The index behind Kafka's store wrappers: writes go through the wrappers to the changelog, lookups
 * go to the index directly.
 */
public final class ChangeloggedIndex implements LeaderPart {

  /**
   * At most this many expired leaders are deleted per page, and this many sites are checked;
   * otherwise, a page might have to delete those of a hundredth of the retention at once. Any limit
   * above one per page is enough to keep up.
   */
  public static final int DELETED_WITH_A_PAGE = 64;

  private final KeyValueStore<Bytes, byte[]> store;
  private final IndexStore wrapped;
  private final SettingsRecord settings;
  private LaneTime laneTime;
  private long firstOrdinal;
  private long nextOrdinal;
  private boolean claimed;
  private ExpiryListener expiry = ExpiryListener.NONE;

  /**
   * Wraps a restored store.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if the index was made under other settings
   */
  public ChangeloggedIndex(KeyValueStore<Bytes, byte[]> store, SettingsRecord settings) {
    this.store = store;
    this.wrapped = wrapped(store);
    this.settings = settings;
    byte[] stored = store.get(SettingsRecord.KEY);
    if (stored != null) {
      settings.check(stored);
      claimed = true;
    }
    wrapped.index().endRestore();
    this.laneTime = wrapped.index().laneTime();
    this.firstOrdinal = wrapped.index().firstOrdinal();
    this.nextOrdinal = wrapped.index().nextOrdinal();
  }

  private static IndexStore wrapped(KeyValueStore<Bytes, byte[]> store) {
    return store
        .query(new IndexQuery<>(index -> index), PositionBound.unbounded(), new QueryConfig(false))
        .getResult();
  }

  /**
   * Checks that a restored index has all kept pages that have not expired.
   *
   * @param changelog its topic and partition, for the message
   * @throws IndexException if any are missing
   */
  public void ensureWhole(String changelog) {
    if (firstOrdinal > laneTime.expired()) {
      throw new IndexException(
          ("%s lacks kept pages %s to %s, which have not expired, so their copies would be unique:"
                  + " records of that topic were removed. 'replay --into PREFIX' decides all pages"
                  + " again in a new generation")
              .formatted(changelog, laneTime.expired(), firstOrdinal - 1));
    }
  }

  /** From now on, notifies a listener of every expired leader before it is deleted. */
  public void onExpiry(ExpiryListener listener) {
    this.expiry = listener;
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
    wrapped.index().expiredSites(DELETED_WITH_A_PAGE).forEach(this::dropSite);
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
  public Lookup lookup(ComparedPage page, boolean contentOnly, long from) {
    return wrapped.index().lookup(page, contentOnly, from);
  }

  @Override
  public void freeBelow(long ordinal) {
    delete(ordinal, 0);
  }

  /** Writes the settings record; must be called before the first leader is put. */
  public void claim() {
    if (!claimed) {
      store.put(SettingsRecord.KEY, settings.encode());
      claimed = true;
    }
  }

  @Override
  public void expect(Supplier<? extends Collection<ComparedPage>> pages) {
    wrapped.index().expect(pages);
  }

  /**
   * Records, for {@link StoreView}, that all pages up to this offset of the lane are decided on.
   */
  public void decided(long laneOffset) {
    wrapped.decided(laneOffset);
  }

  @Override
  public Lookup lookup(ComparedPage page) {
    return wrapped.index().lookup(page);
  }

  @Override
  public void put(long ordinal, ComparedPage leader) {
    store.put(IndexStore.key(ordinal), leader.stored());
    nextOrdinal = Math.max(nextOrdinal, ordinal + 1);
  }

  @Override
  public @Nullable ComparedPage get(long ordinal) {
    byte[] stored = store.get(IndexStore.key(ordinal));
    return stored == null ? null : ComparedPage.wrap(stored);
  }

  @Override
  public byte @Nullable [] site(String key) {
    return wrapped.index().site(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    store.put(Bytes.wrap(key.getBytes(UTF_8)), stored);
  }

  @Override
  public List<Long> leaders(long from, long to, Predicate<ComparedPage> which) {
    return wrapped.index().leaders(from, to, which);
  }

  @Override
  public List<String> sites(String from, String to) {
    return wrapped.index().sites(from, to);
  }

  @Override
  public void dropSite(String key) {
    store.delete(Bytes.wrap(key.getBytes(UTF_8)));
  }

  @Override
  public long tick() {
    return laneTime.tick();
  }

  @Override
  public long expired() {
    return laneTime.expired();
  }

  @Override
  public long nextOrdinal() {
    return nextOrdinal;
  }

  /** Does nothing: the store belongs to its task, which closes it. */
  @Override
  public void close() {}
}

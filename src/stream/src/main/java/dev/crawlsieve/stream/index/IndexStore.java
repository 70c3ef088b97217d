package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.index.SiteRecord;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.meters.LaneMeters;
import java.io.File;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane's index as a Kafka Streams store, which maps ordinals to leaders. Everything else that
 * the index knows is queried with an {@link IndexQuery}.
 *
 * <p>Kafka's own wrapper writes every put to the changelog; the tables are derived and never
 * changelogged. Values of {@link SettingsRecord#KEY}, {@link #LANE_TIME} and of sites are stored
 * separately from the leaders. Deleting a leader also deletes the records of all leaders before it.
 *
 * <p>{@link #commit} is called after each of Kafka's commits, while restoring, and on standbys. A
 * store that is reopened after any kind of stop is as it was at a commit, and {@link
 * #committedOffset} returns the changelog offset of that commit; Kafka Streams restores only the
 * records after it (KIP-1035).
 */
final class IndexStore implements KeyValueStore<Bytes, byte[]> {

  /** The key of the lane's time; no leader has this key. */
  static final Bytes LANE_TIME = Bytes.wrap("lane-time".getBytes(UTF_8));

  static final String SETTINGS = "settings";

  private static final byte[] SITE = SiteRecord.SITE.getBytes(UTF_8);

  private static final Logger LOG = LoggerFactory.getLogger(IndexStore.class);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final String name;
  private final IndexSettings settings;
  private final LaneMeters meters;
  private final String of;
  private final Position none = Position.emptyPosition(); // returned with every put
  private StateStoreContext context;
  private TableIndex index;
  private Supplier<IndexStats> stats;
  private volatile long decided = -1;
  private volatile boolean open;
  private boolean warned;

  /**
   * @param of what a partition is called in messages, for example {@code lane}
   */
  IndexStore(String name, IndexSettings settings, LaneMeters meters, String of) {
    this.name = name;
    this.settings = settings;
    this.meters = meters;
    this.of = of;
  }

  /** The key of a leader: its ordinal, after a byte with which no other key starts. */
  static Bytes key(long ordinal) {
    byte[] key = new byte[9];
    LONG.set(key, 1, ordinal);
    return Bytes.wrap(key);
  }

  /** Whether a key is that of a site's record, see {@link SiteRecord}. */
  static boolean isSite(byte[] key) {
    return key.length > SITE.length && Arrays.equals(key, 0, SITE.length, SITE, 0, SITE.length);
  }

  static long ordinal(byte[] key) {
    if (key.length != 9 || key[0] != 0) {
      throw new IndexException("not a leader's key: " + Bytes.wrap(key));
    }
    return (long) LONG.get(key, 1);
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    this.context = context;
    index = open(new File(context.stateDir(), name));
    decided = -1;
    open = true;
    stats = index::stats;
    meters.opened(name, context.taskId().partition(), stats);
    if (root != null) {
      String changelog = context.applicationId() + "-" + name + "-changelog";
      context.register(
          root, new IndexRestore(index, changelog + "-" + context.taskId().partition()));
    }
  }

  /** Opens the index; a damaged one is recreated, to be restored from the changelog. */
  private TableIndex open(File folder) {
    try {
      return TableIndex.open(folder.toPath(), settings);
    } catch (DamagedIndexException e) {
      LOG.warn(
          "{} {}: {}. It is rebuilt from its changelog",
          of,
          context.taskId().partition(),
          e.getMessage());
      try {
        Utils.delete(folder);
      } catch (IOException undeletable) {
        throw new IndexException(e.getMessage() + ", and cannot be deleted", undeletable);
      }
      return TableIndex.open(folder.toPath(), settings);
    }
  }

  @Override
  public void put(Bytes key, byte[] value) {
    if (key.equals(SettingsRecord.KEY)) {
      index.putMeta(SETTINGS, value);
    } else if (key.equals(LANE_TIME)) {
      index.putLaneTime(value);
    } else if (isSite(key.get())) {
      index.putSite(new String(key.get(), UTF_8), value);
    } else {
      index.put(ordinal(key.get()), ComparedPage.wrap(value));
      if (!warned && index.onDisk()) {
        warned = true;
        LOG.warn(
            "{} {}: its tables no longer fit into index.memory.bytes={} and go to disk, where"
                + " lookups take longer. Give the instance a larger heap (JAVA_OPTS=-Xmx…), or set"
                + " index.memory.bytes",
            of,
            context.taskId().partition(),
            settings.memoryBytes());
      }
    }
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    if (key.equals(SettingsRecord.KEY)) {
      return index.meta(SETTINGS);
    }
    if (key.equals(LANE_TIME)) {
      return index.laneTime().encode();
    }
    if (isSite(key.get())) {
      return index.site(new String(key.get(), UTF_8));
    }
    ComparedPage leader = index.get(ordinal(key.get()));
    return leader == null ? null : leader.stored();
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    throw unasked();
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    throw unasked();
  }

  /** Deletes a site, or the first remaining leader; the caller makes sure that no page needs it. */
  @Override
  public byte @Nullable [] delete(Bytes key) {
    if (isSite(key.get())) {
      index.dropSite(new String(key.get(), UTF_8));
      return null;
    }
    long ordinal = ordinal(key.get());
    if (ordinal > index.firstOrdinal()) {
      throw new IllegalArgumentException(
          "leader " + ordinal + " is not the first: that is " + index.firstOrdinal());
    }
    index.dropBelow(ordinal + 1);
    return null; // no caller uses the old value of a deleted leader
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    throw unasked();
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw unasked();
  }

  private static UnsupportedOperationException unasked() {
    return new UnsupportedOperationException("neither Kafka Streams nor a processor does this");
  }

  @Override
  public long approximateNumEntries() {
    return index.nextOrdinal() - index.firstOrdinal();
  }

  @Override
  public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
    if (!bound.isUnbounded()) {
      return QueryResult.forFailure(
          FailureReason.NOT_UP_TO_BOUND, "the index answers only unbounded queries");
    }
    if (query instanceof IndexQuery<R> about) {
      return QueryResult.forResult(about.answer().apply(this));
    }
    return QueryResult.forUnknownQueryType(query, this);
  }

  /** The open index. */
  TableIndex index() {
    return index;
  }

  /** Records that all pages up to this offset of the lane are decided on. */
  void decided(long laneOffset) {
    decided = laneOffset;
  }

  /** An offset of the lane up to which pages are certainly decided on; -1 if unknown. */
  long asOf() {
    // After a restore, pages after the newest leader may have been decided on as well.
    ComparedPage newest = index.get(index.nextOrdinal() - 1);
    return Math.max(decided, newest == null ? -1 : newest.laneOffset());
  }

  /** Always empty: only unbounded queries are answered. */
  @Override
  public Position getPosition() {
    return none;
  }

  @Override
  public void commit(Map<TopicPartition, Long> offsets) {
    // Empty if the task is corrupted and Kafka Streams is about to wipe it.
    for (long offset : offsets.values()) {
      index.commit(offset);
    }
  }

  /** The changelog's last offset that is in the store, or null if there is none. */
  @Override
  public @Nullable Long committedOffset(TopicPartition changelog) {
    long offset = index.position();
    return offset < 0 ? null : offset;
  }

  @Override
  @SuppressWarnings("deprecation") // until every store has to
  public boolean managesOffsets() {
    return true;
  }

  @Override
  public void close() {
    open = false;
    if (index != null) {
      meters.closed(name, context.taskId().partition(), stats);
      index.closeCommitted();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return open;
  }
}

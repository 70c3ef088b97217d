package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.index.IndexStoreSupplier;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.KafkaPageCursor;
import dev.crawlsieve.stream.pending.PageCursor;
import dev.crawlsieve.stream.pending.PendingBudget;
import dev.crawlsieve.stream.pending.PendingPagesBuilder;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/**
 * The whole topology:
 *
 * <pre>
 *              sub-topology "pages"
 *  pages ──▶ fingerprint ──▶ fingerprints ─┐      ┌─▶ route ──▶ unique
 *              │ └─▶ unjudged              │      │     │  └─▶ duplicate
 *              └─▶ dead-letters            │      │     └─▶ dead-letters
 *              sub-topology "index"        ▼      │
 *                       fingerprints ──▶ decide ──▶ verdicts
 * </pre>
 *
 * <p>A generation that decides on another generation's log makes no fingerprints, and reads bodies
 * from {@code pages} when their verdicts arrive:
 *
 * <pre>
 *              sub-topology "pages"               ┌─▶ route ──▶ unique
 *                            pages, by cursor ────│─────┘│ └─▶ duplicate
 *                                                 │      └───▶ dead-letters
 *              sub-topology "index"               │
 *    another's fingerprints ──▶ decide ──▶ verdicts
 * </pre>
 *
 * <p>Where several tasks share a lane, another part replaces the deciding half, and wings add their
 * parts last: see {@link WingTopologies}.
 */
public final class SieveTopology implements Supplier<Topology> {

  /** Name of the store that holds pages until their verdicts arrive. */
  public static final String PENDING_STORE = "pending";

  static final String PAGES_SOURCE = "pages-source";

  /** Name of the processor that makes fingerprints. */
  public static final String FINGERPRINT = "fingerprint";

  static final String FINGERPRINTS_SINK = "fingerprints-sink";

  /** Name of the source of verdicts, where pages are routed. */
  public static final String VERDICTS_SOURCE = "verdicts-source";

  static final String ROUTE = "route";
  static final String UNIQUE_SINK = "unique-sink";
  static final String DUPLICATE_SINK = "duplicate-sink";
  static final String UNJUDGED_SINK = "unjudged-sink";
  static final String PAGES_DEAD_LETTERS_SINK = "pages-dead-letters-sink";

  /** Name of the source of the log of fingerprints. */
  public static final String FINGERPRINTS_SOURCE = "fingerprints-source";

  /** Name of the processor that decides. */
  public static final String DECIDE = "decide";

  static final String VERDICTS_SINK = "verdicts-sink";

  /** Name of the sink of what cannot be decided on. */
  public static final String INDEX_DEAD_LETTERS_SINK = "index-dead-letters-sink";

  private static final Serializer<byte[]> BYTES = new ByteArraySerializer();
  private static final Serializer<Verdict> VERDICT =
      (topic, verdict) -> VerdictCodec.encode(verdict);
  private static final PartitionChoice<byte[], byte[]> BY_SCOPE =
      (scope, value, lanes) -> ScopeHash.lane(scope, lanes);
  private static final PartitionChoice<byte[], Verdict> WHERE_THE_PAGE_IS =
      (url, verdict, partitions) -> verdict.source().partition();

  private final SieveConfig config;
  private final PageCursor.Factory cursors;
  private final SieveMeters meters;
  private final TopologySetup setup;
  private final long pendingBytes;

  /**
   * The topology with these settings.
   *
   * @param cursors opens cursors that read a page again when its body is no longer in memory
   */
  public SieveTopology(SieveConfig config, WingTopologies wings, PageCursor.Factory cursors) {
    this(config, wings, cursors, new SieveMeters(), new StreamThreads());
  }

  /**
   * The topology with these settings and meters, for stream threads.
   *
   * @param cursors opens cursors that read a page again when its body is no longer in memory
   * @param meters count what the processors do
   * @param threads shared with the clients
   */
  public SieveTopology(
      SieveConfig config,
      WingTopologies wings,
      PageCursor.Factory cursors,
      SieveMeters meters,
      StreamThreads threads) {
    this(new TopologySetup(config, wings, meters, threads, InstantSource.system()), cursors);
  }

  SieveTopology(TopologySetup setup, PageCursor.Factory cursors) {
    this(setup, cursors, setup.config().pendingCacheBytes());
  }

  /**
   * @param pendingBytes memory for bodies that await their verdict
   */
  SieveTopology(
      SieveConfig config, WingTopologies wings, PageCursor.Factory cursors, long pendingBytes) {
    this(
        new TopologySetup(
            config, wings, new SieveMeters(), new StreamThreads(), InstantSource.system()),
        cursors,
        pendingBytes);
  }

  private SieveTopology(TopologySetup setup, PageCursor.Factory cursors, long pendingBytes) {
    this.setup = setup;
    this.pendingBytes = pendingBytes;
    this.config = setup.config();
    this.meters = setup.meters();
    this.cursors = CountedCursor.over(cursors, meters);
  }

  /**
   * Cursors over the pages topic of a cluster.
   *
   * @param consumers makes consumers of committed records, in no group
   */
  public static PageCursor.Factory cursors(
      SieveConfig config, Supplier<? extends Consumer<byte[], byte[]>> consumers) {
    return KafkaPageCursor.over(config.topics().pages(), consumers);
  }

  @Override
  public Topology get() {
    return addTo(new Topology());
  }

  /** Adds this topology to another, which it returns: sub-topologies beside those of a program. */
  public Topology addTo(Topology topology) {
    TopicNames topics = config.topics();
    addPages(topology, topics);
    addIndex(topology, topics);
    setup.wings().forEach(wing -> wing.addTo(topology, setup));
    return topology;
  }

  /** The deciding half alone: reads {@code fingerprints}, writes {@code verdicts}. */
  public Topology lane() {
    Topology topology = new Topology();
    addIndex(topology, config.topics());
    return topology;
  }

  private void addPages(Topology topology, TopicNames topics) {
    addSource(topology, VERDICTS_SOURCE, setup.time(), topics.verdicts());
    topology.addProcessor(ROUTE, () -> new RouteProcessor(setup), VERDICTS_SOURCE);
    // If this generation reads pages, they are held until their verdicts arrive. Otherwise, pages
    // that were read again for one lane are held for the others.
    PendingBudget pending = new PendingBudget(topics.ownLog() ? pendingBytes : 0);
    meters.pending(pending::usedBytes);
    PendingBudget windows = new PendingBudget(topics.ownLog() ? 0 : pendingBytes);
    topology.addStateStore(
        new PendingPagesBuilder(PENDING_STORE, pending, windows, cursors), ROUTE);
    addRouted(topology, UNIQUE_SINK, topics.unique(), ROUTE);
    addRouted(topology, DUPLICATE_SINK, topics.duplicate(), ROUTE);
    String[] badPages = {ROUTE};
    if (topics.ownLog()) {
      addFingerprint(topology, topics);
      badPages = new String[] {FINGERPRINT, ROUTE};
    }
    addSink(topology, PAGES_DEAD_LETTERS_SINK, topics.deadLetters(), badPages);
  }

  private void addFingerprint(Topology topology, TopicNames topics) {
    addSource(topology, PAGES_SOURCE, setup.pageTime(), topics.pages());
    List<Supplier<PageListener>> listeners =
        setup.wings().stream().flatMap(wing -> wing.pages(setup).stream()).toList();
    topology.addProcessor(
        FINGERPRINT,
        () -> new FingerprintProcessor(setup, listeners.stream().map(Supplier::get).toList()),
        PAGES_SOURCE);
    topology.connectProcessorAndStateStores(FINGERPRINT, PENDING_STORE);
    topology.addSink(
        FINGERPRINTS_SINK,
        topics.fingerprints(),
        BYTES,
        BYTES,
        BY_SCOPE.partitioner(),
        FINGERPRINT);
    addRouted(topology, UNJUDGED_SINK, topics.unjudged(), FINGERPRINT);
  }

  /** Adds a sink of records that name their partitions. */
  public static void addRouted(Topology topology, String name, String topic, String from) {
    topology.addSink(name, topic, BYTES, RoutedPage.serializer(), RoutedPage.partitioner(), from);
  }

  private void addIndex(Topology topology, TopicNames topics) {
    if (config.indexTasks().areLanes()) {
      addLane(topology, topics);
    } else {
      setup.sharedLanes().accept(topology, setup);
    }
    topology.addSink(
        VERDICTS_SINK, topics.verdicts(), BYTES, VERDICT, WHERE_THE_PAGE_IS.partitioner(), DECIDE);
    setup.wings().forEach(wing -> wing.addToLane(topology, setup));
  }

  private void addLane(Topology topology, TopicNames topics) {
    addSource(topology, FINGERPRINTS_SOURCE, setup.time(), topics.fingerprints());
    topology.addProcessor(DECIDE, () -> new DecideProcessor(setup), FINGERPRINTS_SOURCE);
    addIndex(topology, setup, IndexTasks.INDEX_STORE, config.index(), "lane", DECIDE);
    addSink(topology, INDEX_DEAD_LETTERS_SINK, topics.deadLetters(), DECIDE);
  }

  /**
   * Adds a store of kept pages to a processor.
   *
   * @param of what a partition is called in messages, for example {@code lane}
   */
  public static void addIndex(
      Topology topology,
      TopologySetup setup,
      String name,
      IndexSettings settings,
      String of,
      String processor) {
    addStore(
        topology,
        new IndexStoreSupplier(name, settings, setup.meters().lanes(), of),
        Changelogs.index(setup.config()),
        processor);
  }

  /** Adds any other store to processors. */
  public static void addStore(
      Topology topology, TopologySetup setup, String name, String... processors) {
    addStore(
        topology,
        Stores.persistentKeyValueStore(name),
        Changelogs.other(setup.config()),
        processors);
  }

  private static void addStore(
      Topology topology,
      KeyValueBytesStoreSupplier store,
      Map<String, String> changelog,
      String... processors) {
    topology.addStateStore(
        Stores.keyValueStoreBuilder(store, Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(changelog)
            .withCachingDisabled(),
        processors);
  }

  /** Adds a sink of records without types. */
  public static void addSink(Topology topology, String name, String topic, String... from) {
    topology.addSink(name, topic, BYTES, BYTES, from);
  }

  /** Adds a source, which begins with the first record. */
  public static void addSource(Topology topology, String name, RecordTime time, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        time,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }
}

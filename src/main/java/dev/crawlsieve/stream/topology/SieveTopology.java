package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.pending.KafkaPageCursor;
import dev.crawlsieve.stream.pending.PageCursor;
import dev.crawlsieve.stream.pending.PendingBudget;
import dev.crawlsieve.stream.pending.PendingPagesBuilder;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.Stores;

/**
 * The way of a page:
 *
 * <pre>
 *              sub-topology "pages"
 *  pages ──▶ fingerprint ──▶ fingerprints ─┐      ┌─▶ route ──▶ unique
 *              │ └─▶ unjudged              │      │     │  └─▶ duplicate
 *              └─▶ dead-letters            │      │     └─▶ dead-letters
 *              sub-topology "index"        ▼      │
 *                       fingerprints ──▶ decide ──▶ verdicts
 *                                          └─▶ clusters, if they are on
 * </pre>
 *
 * <p>A generation that decides on another's log makes no fingerprints; bodies are read from pages
 * when their verdicts come:
 *
 * <pre>
 *              sub-topology "pages"               ┌─▶ route ──▶ unique
 *                            pages, by cursor ────│─────┘│ └─▶ duplicate
 *                                                 │      └───▶ dead-letters
 *              sub-topology "index"               │
 *    another's fingerprints ──▶ decide ──▶ verdicts
 * </pre>
 *
 * <p>With {@code mirrors.enabled}, what verdicts say of URLs is brought together:
 *
 * <pre>
 *              sub-topology "pages":   verdicts ──▶ observe ──▶ observations
 *              sub-topology "mirrors": observations ──▶ learn ──▶ mirrors
 * </pre>
 */
public final class SieveTopology implements Supplier<Topology> {

  /** Name of the store that holds pages until their verdict comes. */
  public static final String PENDING_STORE = "pending";

  /** Name of the store of mirrors and URL rules. */
  public static final String MIRRORS_STORE = "mirrors";

  /** Name of the index. */
  public static final String INDEX_STORE = "index";

  /** Name of the store of clusters. */
  public static final String CLUSTERS_STORE = "clusters";

  static final String PAGES_SOURCE = "pages-source";
  static final String FINGERPRINT = "fingerprint";
  static final String FINGERPRINTS_SINK = "fingerprints-sink";
  static final String VERDICTS_SOURCE = "verdicts-source";
  static final String ROUTE = "route";
  static final String UNIQUE_SINK = "unique-sink";
  static final String DUPLICATE_SINK = "duplicate-sink";
  static final String UNJUDGED_SINK = "unjudged-sink";
  static final String PAGES_DEAD_LETTERS_SINK = "pages-dead-letters-sink";
  static final String FINGERPRINTS_SOURCE = "fingerprints-source";
  static final String DECIDE = "decide";
  static final String VERDICTS_SINK = "verdicts-sink";
  static final String CLUSTERS_SINK = "clusters-sink";
  static final String INDEX_DEAD_LETTERS_SINK = "index-dead-letters-sink";
  static final String OBSERVE = "observe";
  static final String OBSERVATIONS_SINK = "observations-sink";
  static final String OBSERVE_DEAD_LETTERS_SINK = "observe-dead-letters-sink";
  static final String OBSERVATIONS_SOURCE = "observations-source";
  static final String LEARN = "learn";
  static final String MIRRORS_SINK = "mirrors-sink";
  static final String MIRRORS_DEAD_LETTERS_SINK = "mirrors-dead-letters-sink";

  private static final Serializer<byte[]> BYTES = new ByteArraySerializer();
  private static final Serializer<Verdict> VERDICT =
      (topic, verdict) -> VerdictCodec.encode(verdict);
  private static final StreamPartitioner<byte[], byte[]> BY_SCOPE =
      (topic, scope, value, lanes) -> Optional.of(Set.of(ScopeHash.lane(scope, lanes)));
  private static final StreamPartitioner<byte[], Verdict> WHERE_THE_PAGE_IS =
      (topic, url, verdict, partitions) -> Optional.of(Set.of(verdict.source().partition()));

  private final SieveConfig config;
  private final PageCursor.Factory cursors;
  private final SieveMeters meters;
  private final BegunRecords begun;
  private final DeadLetters letters;
  private final RecordTime time;
  private final RecordTime pageTime;

  /**
   * The topology under these settings.
   *
   * @param cursors opens cursors that read a page again when its body is no longer in memory
   */
  public SieveTopology(SieveConfig config, PageCursor.Factory cursors) {
    this(config, cursors, SieveMeters.NONE);
  }

  /**
   * The topology under these settings, listened to.
   *
   * @param cursors opens cursors that read a page again when its body is no longer in memory
   * @param meters is told what the processors do
   */
  public SieveTopology(SieveConfig config, PageCursor.Factory cursors, SieveMeters meters) {
    this(config, cursors, meters, new BegunRecords());
  }

  /**
   * The topology under these settings, listened to.
   *
   * @param cursors opens cursors that read a page again when its body is no longer in memory
   * @param meters is told what the processors do
   * @param begun notes how far the processors come
   */
  public SieveTopology(
      SieveConfig config, PageCursor.Factory cursors, SieveMeters meters, BegunRecords begun) {
    this(config, cursors, meters, begun, InstantSource.system());
  }

  /**
   * @param clock what the times of pages may not be too far ahead of
   */
  SieveTopology(
      SieveConfig config,
      PageCursor.Factory cursors,
      SieveMeters meters,
      BegunRecords begun,
      InstantSource clock) {
    this.config = config;
    this.begun = begun;
    this.cursors = CountedCursor.over(cursors, meters);
    this.meters = meters;
    this.letters = new DeadLetters(new RecordLimits(config.page()), meters);
    this.time = new RecordTime(clock, config.pageTimeAheadMax(), () -> {});
    this.pageTime = new RecordTime(clock, config.pageTimeAheadMax(), meters::timeAhead);
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
    Topology topology = new Topology();
    TopicNames topics = config.topics();
    addPages(topology, topics);
    addIndex(topology, topics);
    if (config.mirrorsEnabled()) {
      addMirrors(topology, topics);
    }
    return topology;
  }

  /** The half that decides, alone: reads {@code fingerprints}, writes {@code verdicts}. */
  public Topology lane() {
    Topology topology = new Topology();
    addIndex(topology, config.topics());
    return topology;
  }

  private void addPages(Topology topology, TopicNames topics) {
    source(topology, VERDICTS_SOURCE, topics.verdicts());
    topology.addProcessor(
        ROUTE, () -> begun.noting(new RouteProcessor(config, time, meters)), VERDICTS_SOURCE);
    // Where pages come in, they are held until their verdict comes; where they do not, what is
    // read again for one lane is held for the others.
    long bytes = config.pendingCacheBytes();
    PendingBudget pending = new PendingBudget(topics.ownLog() ? bytes : 0);
    meters.pending(pending::usedBytes);
    PendingBudget windows = new PendingBudget(topics.ownLog() ? 0 : bytes);
    topology.addStateStore(
        new PendingPagesBuilder(PENDING_STORE, pending, windows, cursors), ROUTE);
    addRouted(topology, UNIQUE_SINK, topics.unique(), ROUTE);
    addRouted(topology, DUPLICATE_SINK, topics.duplicate(), ROUTE);
    String[] badPages = {ROUTE};
    if (topics.ownLog()) {
      addFingerprint(topology, topics);
      badPages = new String[] {FINGERPRINT, ROUTE};
    }
    topology.addSink(PAGES_DEAD_LETTERS_SINK, topics.deadLetters(), BYTES, BYTES, badPages);
  }

  private void addFingerprint(Topology topology, TopicNames topics) {
    source(topology, PAGES_SOURCE, topics.pages());
    topology.addProcessor(
        FINGERPRINT, () -> begun.noting(new FingerprintProcessor(config, meters)), PAGES_SOURCE);
    topology.connectProcessorAndStateStores(FINGERPRINT, PENDING_STORE);
    topology.addSink(FINGERPRINTS_SINK, topics.fingerprints(), BYTES, BYTES, BY_SCOPE, FINGERPRINT);
    addRouted(topology, UNJUDGED_SINK, topics.unjudged(), FINGERPRINT);
  }

  private static void addRouted(Topology topology, String name, String topic, String from) {
    topology.addSink(name, topic, BYTES, RoutedPage.serializer(), RoutedPage.partitioner(), from);
  }

  private void addIndex(Topology topology, TopicNames topics) {
    source(topology, FINGERPRINTS_SOURCE, topics.fingerprints());
    topology.addProcessor(
        DECIDE, () -> begun.noting(new DecideProcessor(config, time, meters)), FINGERPRINTS_SOURCE);
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                new IndexStoreSupplier(INDEX_STORE, config.index(), meters),
                Serdes.Bytes(),
                Serdes.ByteArray())
            .withLoggingEnabled(Changelogs.index(config))
            .withCachingDisabled(),
        DECIDE);
    topology.addSink(VERDICTS_SINK, topics.verdicts(), BYTES, VERDICT, WHERE_THE_PAGE_IS, DECIDE);
    topology.addSink(INDEX_DEAD_LETTERS_SINK, topics.deadLetters(), BYTES, BYTES, DECIDE);
    if (topics.clustered()) {
      addClusters(topology, topics);
    }
  }

  private void addClusters(Topology topology, TopicNames topics) {
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(CLUSTERS_STORE), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(Changelogs.other(config))
            .withCachingDisabled(),
        DECIDE);
    topology.addSink(CLUSTERS_SINK, topics.clusters(), BYTES, BYTES, DECIDE);
  }

  /** Verdicts of all partitions come together in one, since a host's pages are in any of them. */
  private void addMirrors(Topology topology, TopicNames topics) {
    topology.addProcessor(OBSERVE, () -> new ObserveProcessor(letters), VERDICTS_SOURCE);
    String[] observed =
        topics.ownLog() ? new String[] {FINGERPRINT, OBSERVE} : new String[] {OBSERVE};
    topology.addSink(OBSERVATIONS_SINK, topics.observations(), BYTES, BYTES, observed);
    topology.addSink(OBSERVE_DEAD_LETTERS_SINK, topics.deadLetters(), BYTES, BYTES, OBSERVE);
    source(topology, OBSERVATIONS_SOURCE, topics.observations());
    topology.addProcessor(
        LEARN,
        () -> begun.noting(new MirrorsProcessor(config.mirrors(), letters, meters)),
        OBSERVATIONS_SOURCE);
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(MIRRORS_STORE), Serdes.Bytes(), Serdes.ByteArray())
            .withLoggingEnabled(Changelogs.other(config))
            .withCachingDisabled(),
        LEARN);
    topology.addSink(MIRRORS_SINK, topics.mirrors(), BYTES, BYTES, LEARN);
    topology.addSink(MIRRORS_DEAD_LETTERS_SINK, topics.deadLetters(), BYTES, BYTES, LEARN);
  }

  private void source(Topology topology, String name, String topic) {
    topology.addSource(
        AutoOffsetReset.earliest(),
        name,
        name.equals(PAGES_SOURCE) ? pageTime : time,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        topic);
  }
}

package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.topology.ReasonCounts;
import dev.crawlsieve.stream.topology.SieveMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Counts what the processors do, in meters that are looked up once, and keeps the latest items for
 * display. Long because it has a callback for every step that a page takes.
 */
final class CountingMeters implements SieveMeters {

  /** Pages in each of the two windows of drift. */
  static final int DRIFT_PAGES = 10_000;

  private static final int TOP = 200;
  private static final int LATEST = 50;
  private static final Duration[] STEPS = {
    Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofMillis(1),
    Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1)
  };

  private final MeterRegistry registry;
  private final Timer body;
  private final Counter bodyMissing;
  private final Timer fingerprint;
  private final Timer decide;
  private final Timer route;
  private final Counter unique;
  private final Counter reference;
  private final Map<UnjudgedPageException.Trait, Counter> unjudged =
      new EnumMap<>(UnjudgedPageException.Trait.class);
  private final Map<Verdict.Kind, Counter> duplicates = new EnumMap<>(Verdict.Kind.class);
  private final DistributionSummary candidates;
  private final Counter readAgain;
  private final Counter timeAhead;
  private final Counter clusters;
  private final Map<String, Counter> unreadable = new ConcurrentHashMap<>();
  private final Map<String, Counter> trees = new ConcurrentHashMap<>();
  private final Map<PageCharset, Counter> charsets = new ConcurrentHashMap<>();
  private final Map<String, Counter> deadLetters = new ConcurrentHashMap<>();
  private final Map<Integer, Drift> drifts = new ConcurrentHashMap<>();
  private final Map<Integer, Lane> lanes = new ConcurrentHashMap<>();
  private final TopCounts hosts = new TopCounts(TOP);
  private final TopCounts copied = new TopCounts(TOP);
  private final LatestDrops dropped = new LatestDrops();
  private final ReasonCounts reasons = new ReasonCounts();
  private final Latest<DeadLetter> setAside = new Latest<>(LATEST);
  private final MirrorMeters mirrors;
  private final ShardMeters pipelines;
  private final int shards;
  private final Timer lookUp;
  private volatile LongSupplier pending = () -> 0;

  /** An open index, by partition of its changelog, and its gauges. */
  private record Lane(Supplier<IndexStats> stats, List<Meter> gauges) {}

  /** Counts for lanes of a single index each. */
  CountingMeters(MeterRegistry registry) {
    this(registry, 0);
  }

  /**
   * @param shards number of shards of a lane, 0 for a single index
   */
  CountingMeters(MeterRegistry registry, int shards) {
    this.registry = registry;
    this.shards = shards;
    pipelines = new ShardMeters(registry);
    lookUp = shards == 0 ? null : timer("look-up");
    mirrors = new MirrorMeters(registry);
    body = timer("body");
    bodyMissing =
        counter("crawlsieve.bodies.missing", "Bodies that events refer to but cannot be had");
    fingerprint = timer("fingerprint");
    decide = timer("decide");
    route = timer("route");
    unique = pages("unique", "none");
    reference = counter("crawlsieve.pages.reference", "Reference pages, which are not routed");
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      duplicates.put(kind, pages("duplicate", kind.text()));
    }
    for (UnjudgedPageException.Trait trait : UnjudgedPageException.Trait.values()) {
      unjudged.put(trait, pages("unjudged", trait.toString()));
    }
    candidates =
        DistributionSummary.builder("crawlsieve.lookup.candidates")
            .description("Kept pages that a page was compared with in full")
            .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
            .register(registry);
    readAgain = counter("crawlsieve.pages.read.again", "Bodies read again from pages");
    timeAhead =
        counter("crawlsieve.pages.time.ahead", "Pages too far ahead of the clock, counted as now");
    clusters =
        counter("crawlsieve.clusters.published", "Records of clusters written to their topic");
    for (String stage : List.of("fingerprint", "decide", "route")) {
      deadLetters.put(stage, letters(stage));
    }
    Gauge.builder("crawlsieve.pending.bytes", () -> pending.getAsLong())
        .description("Bytes of pages awaiting their verdict")
        .register(registry);
    mostCopied("any", TopCounts.Count::certain);
    mostCopied("other", TopCounts.Count::marked);
  }

  private void mostCopied(String names, ToLongFunction<TopCounts.Count> copies) {
    Gauge.builder(
            "crawlsieve.most.copied.copies",
            () -> copied.all().stream().mapToLong(copies).max().orElse(0))
        .description("Copies of the kept page that has the most of them, as far as counted")
        .tag("names", names)
        .register(registry);
  }

  private Timer timer(String step) {
    return Timer.builder("crawlsieve.step")
        .tag("step", step)
        .description("Time per page and step")
        .serviceLevelObjectives(STEPS)
        .register(registry);
  }

  private Counter pages(String decision, String kind) {
    return Counter.builder("crawlsieve.pages")
        .tags("decision", decision, "kind", kind)
        .description("Pages routed")
        .register(registry);
  }

  private Counter trees(String doubt) {
    return Counter.builder("crawlsieve.pages.read.as.tree")
        .tag("doubt", doubt)
        .description("HTML pages that one pass could not read, so a tree was built")
        .register(registry);
  }

  private Counter charsets(PageCharset charset) {
    return Counter.builder("crawlsieve.pages.charset")
        .tags("charset", charset.name(), "found", charset.found().toString())
        .description("Pages by the character set their bytes were read in")
        .register(registry);
  }

  private Counter letters(String stage) {
    return Counter.builder("crawlsieve.dead.letters")
        .tag("stage", stage)
        .description("Records set aside")
        .register(registry);
  }

  private Counter unreadables(String feature) {
    return Counter.builder("crawlsieve.features.unreadable")
        .tag("feature", feature)
        .description("Unreadable page features for clusters")
        .register(registry);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  @Override
  public boolean listening() {
    return true;
  }

  @Override
  public void fingerprinted(long nanos) {
    fingerprint.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void bodyRead(long nanos) {
    body.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void bodyMissing() {
    bodyMissing.increment();
  }

  @Override
  public void charset(PageCharset charset) {
    if (charset.found() != PageCharset.Found.NONE) {
      charsets.computeIfAbsent(charset, this::charsets).increment();
    }
  }

  @Override
  public void readAsTree(String doubt) {
    trees.computeIfAbsent(doubt, this::trees).increment();
  }

  @Override
  public void decided(Verdict verdict, long nanos) {
    decide.record(nanos, TimeUnit.NANOSECONDS);
    pipelines.decided(verdict.lane(), verdict.laneOffset());
    candidates.record(verdict.compared());
    Evidence evidence = verdict.evidence();
    if (verdict.reference()) {
      return; // the crawl drifts, not the corpus
    }
    int uncompared = verdict.dropped() ? Drift.DROPPED : Drift.KEPT;
    drift(verdict.lane()).add(evidence == null ? uncompared : evidence.distance());
  }

  private Drift drift(int lane) {
    Drift drift = drifts.get(lane);
    return drift != null ? drift : drifts.computeIfAbsent(lane, this::newDrift);
  }

  private Drift newDrift(int lane) {
    Drift drift = new Drift(DRIFT_PAGES);
    gaugesOfDrift(lane, "last", drift::last);
    gaugesOfDrift(lane, "before", drift::before);
    return drift;
  }

  private void gaugesOfDrift(int lane, String window, Supplier<Drift.Share> share) {
    Tags tags = Tags.of("lane", String.valueOf(lane), "window", window);
    Gauge.builder("crawlsieve.drift.duplicate.share", () -> share.get().duplicates())
        .description("Share of duplicates among " + DRIFT_PAGES + " pages of a lane")
        .tags(tags)
        .register(registry);
    Gauge.builder("crawlsieve.drift.distance.bits", () -> share.get().distance())
        .description("Mean SimHash distance of duplicates from the pages they copy, in bits")
        .tags(tags)
        .register(registry);
  }

  @Override
  public void routed(Verdict verdict, long nanos) {
    route.record(nanos, TimeUnit.NANOSECONDS);
    if (verdict.reference()) {
      reference.increment();
      return;
    }
    boolean duplicate = verdict.decision() == Verdict.Decision.DUPLICATE;
    String host = host(verdict.url());
    if (duplicate) {
      duplicates.get(verdict.kind()).increment();
      dropped.add(host, verdict);
      if (verdict.copy()) {
        copied.add(verdict.duplicateOf().url(), verdict.otherName());
      }
    } else {
      unique.increment();
    }
    hosts.add(host, duplicate);
  }

  private static String host(String url) {
    try {
      String host = new URI(url).getHost();
      return host == null ? "(none)" : host.toLowerCase(Locale.ROOT);
    } catch (URISyntaxException e) {
      return "(other)";
    }
  }

  @Override
  public void unjudged(UnjudgedPageException.Trait trait) {
    unjudged.get(trait).increment();
  }

  @Override
  public void deadLetter(String stage, String topic, Coordinates at, String reason) {
    deadLetters.computeIfAbsent(stage, this::letters).increment();
    setAside.add(new DeadLetter(stage, topic, at, reason));
    reasons.add(reason);
  }

  @Override
  public void unreadable(String feature) {
    unreadable.computeIfAbsent(feature, this::unreadables).increment();
  }

  @Override
  public void clusterPublished() {
    clusters.increment();
  }

  @Override
  public void timeAhead() {
    timeAhead.increment();
  }

  @Override
  public void readAgain() {
    readAgain.increment();
  }

  @Override
  public void pending(LongSupplier bytes) {
    pending = bytes;
  }

  @Override
  public void entered(int lane, long laneOffset) {
    pipelines.entered(lane, laneOffset);
  }

  @Override
  public void lookedUp(long nanos) {
    lookUp.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void recentOpened(int lane, Supplier<IndexStats> stats) {
    pipelines.opened(lane, stats);
  }

  @Override
  public void recentClosed(int lane, Supplier<IndexStats> stats) {
    if (pipelines.closed(lane, stats)) {
      forgetDrift(lane);
    }
  }

  @Override
  public void opened(int partition, Supplier<IndexStats> stats) {
    List<Meter> gauges = new ArrayList<>();
    Tags lane = IndexPlace.of(partition, shards).tags();
    // An earlier index that is not yet closed no longer belongs to the lane.
    Lane before = lanes.put(partition, new Lane(stats, gauges));
    if (before != null) {
      before.gauges().forEach(registry::remove);
    }
    gauges.add(gauge(lane, "leaders", "Pages kept", stats, IndexStats::leaders));
    gauges.add(
        gauge(lane, "leaders.on.disk", "Pages kept in tables on disk", stats, IndexStats::inBase));
    gauges.add(
        gauge(lane, "expired.leaders", "Pages kept and expired", stats, IndexStats::expired));
    gauges.add(gauge(lane, "time.seconds", "Lane time", stats, CountingMeters::laneSeconds));
    gauges.add(gauge(lane, "heap.bytes", "Tables in memory", stats, ShardMeters::heapBytes));
    gauges.add(gauge(lane, "native.bytes", "RocksDB's memory", stats, IndexStats::nativeBytes));
    gauges.add(gauge(lane, "disk.bytes", "The index's files", stats, IndexStats::diskBytes));
    gauges.add(gauge(lane, "merges", "Merges since it was opened", stats, IndexStats::merges));
    gauges.add(gauge(lane, "lookups", "Lookups since it was opened", stats, IndexStats::lookups));
    gauges.add(
        gauge(
            lane,
            "lookups.on.disk",
            "Lookups since it was opened that read tables on disk",
            stats,
            IndexStats::diskLookups));
    gauges.add(
        gauge(
            lane,
            "disk.reads",
            "Reads of tables on disk since it was opened",
            stats,
            IndexStats::diskReads));
    gauges.add(
        gauge(
            lane,
            "lookups.ahead",
            "Lookups since it was opened that found tables on disk already asked",
            stats,
            IndexStats::aheadLookups));
    gauges.add(
        gauge(
            lane,
            "bucket.largest",
            "Entries of the largest bucket a lookup has read",
            stats,
            IndexStats::largestBucket));
  }

  private Gauge gauge(
      Tags of,
      String name,
      String description,
      Supplier<IndexStats> stats,
      ToDoubleFunction<IndexStats> value) {
    return Gauge.builder(
            "crawlsieve.index." + name,
            () -> now(stats).map(value::applyAsDouble).orElse(Double.NaN))
        .description(description + ", of a lane's index")
        .tags(of)
        .register(registry);
  }

  private static double laneSeconds(IndexStats stats) {
    return stats.laneMillis() == Long.MIN_VALUE ? Double.NaN : stats.laneMillis() / 1e3;
  }

  private static Optional<IndexStats> now(Supplier<IndexStats> stats) {
    try {
      return Optional.of(stats.get());
    } catch (IndexException e) {
      return Optional.empty();
    }
  }

  @Override
  public void closed(int partition, Supplier<IndexStats> stats) {
    Lane open = lanes.get(partition);
    if (open != null && open.stats() == stats && lanes.remove(partition, open)) {
      open.gauges().forEach(registry::remove);
      if (shards == 0) {
        forgetDrift(partition);
      }
    }
  }

  /** If the lane comes back here, its position is unknown, so its windows start empty. */
  private void forgetDrift(int lane) {
    drifts.remove(lane);
    for (String name :
        List.of("crawlsieve.drift.duplicate.share", "crawlsieve.drift.distance.bits")) {
      registry.find(name).tag("lane", String.valueOf(lane)).gauges().forEach(registry::remove);
    }
  }

  @Override
  public void mirrors(Supplier<MirrorCounts> counts) {
    mirrors.opened(counts);
  }

  @Override
  public void mirrorsClosed(Supplier<MirrorCounts> counts) {
    mirrors.closed(counts);
  }

  long fingerprintedPages() {
    return fingerprint.count();
  }

  long decidedPages() {
    return decide.count();
  }

  long uniquePages() {
    return (long) unique.count();
  }

  /** Reference pages, which are routed nowhere. */
  long referencePages() {
    return (long) reference.count();
  }

  /** Dropped pages by kind; every kind is there. */
  Map<Verdict.Kind, Long> duplicatesByKind() {
    Map<Verdict.Kind, Long> counts = new EnumMap<>(Verdict.Kind.class);
    duplicates.forEach((kind, counter) -> counts.put(kind, (long) counter.count()));
    return counts;
  }

  long duplicatePages() {
    return duplicates.values().stream().mapToLong(kind -> (long) kind.count()).sum();
  }

  /** Pages that were not judged, by the trait that is not accepted. */
  Map<String, Long> unjudgedPages() {
    Map<String, Long> counts = new TreeMap<>();
    unjudged.forEach((trait, counter) -> counts.put(trait.toString(), (long) counter.count()));
    return counts;
  }

  /** Pages that were parsed into a tree, by the reason why. */
  Map<String, Long> readAsTree() {
    return counts(trees);
  }

  long bodiesReadAgain() {
    return (long) readAgain.count();
  }

  long pendingBytes() {
    return pending.getAsLong();
  }

  Map<String, Long> reasons(int most) {
    return reasons.commonest(most);
  }

  Map<String, Long> deadLetters() {
    return counts(deadLetters);
  }

  private static Map<String, Long> counts(Map<String, Counter> counters) {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, counter) -> counts.put(name, (long) counter.count()));
    return counts;
  }

  List<DeadLetter> latestDeadLetters() {
    return setAside.values();
  }

  List<Verdict> latestDropped() {
    return dropped.latest();
  }

  /** The latest dropped pages of a host or kind; null for all. */
  List<Verdict> latestDropped(String host, Verdict.Kind kind) {
    return dropped.of(host, kind);
  }

  long clustersPublished() {
    return (long) clusters.count();
  }

  /** What mirrors are learned from, if they are learned on this instance. */
  Optional<MirrorCounts> mirrorCounts() {
    return mirrors.now();
  }

  TopCounts hosts() {
    return hosts;
  }

  /** Kept pages by their copies, of which those of other names are marked. */
  TopCounts copied() {
    return copied;
  }

  /** What deciders hold, by lane; empty without shards. */
  Map<Integer, ShardMeters.Pipeline> pipelines() {
    return pipelines.now();
  }

  /** Statistics of the open indexes, by partition of their changelog. */
  Map<Integer, IndexStats> indexes() {
    return perLane(lanes, lane -> now(lane.stats()).orElse(null));
  }

  Map<Integer, Drift> drifts() {
    return perLane(drifts, Function.identity());
  }

  private static <A, B> Map<Integer, B> perLane(Map<Integer, A> from, Function<A, B> value) {
    Map<Integer, B> sorted = new TreeMap<>();
    from.forEach(
        (lane, a) -> {
          B b = value.apply(a);
          if (b != null) {
            sorted.put(lane, b);
          }
        });
    return sorted;
  }
}

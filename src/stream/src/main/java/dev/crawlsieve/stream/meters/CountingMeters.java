package dev.crawlsieve.stream.meters;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.topology.ReasonCounts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.Search;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * Counts what the processors do, in meters that are looked up once, and keeps the latest items for
 * display. Long because it has a callback for every step that a page takes.
 */
final class CountingMeters extends LaneMeters {

  private static final String PAGES = "crawlsieve.pages";
  private static final String LETTERS = "crawlsieve.dead.letters";
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
  private final Map<PageCharset, Counter> charsets = new ConcurrentHashMap<>();
  private final TopCounts hosts = new TopCounts(TOP);
  private final TopCounts copied = new TopCounts(TOP);
  private final LatestDrops dropped = new LatestDrops();
  private final ReasonCounts reasons = new ReasonCounts();
  private final Latest<DeadLetter> setAside = new Latest<>(LATEST);
  private final Timer lookUp;
  private volatile LongSupplier pending = () -> 0;

  /** Counts for lanes of a single index each. */
  CountingMeters(MeterRegistry registry) {
    this(registry, 0);
  }

  /**
   * @param shards number of shards of a lane, 0 for a single index
   */
  CountingMeters(MeterRegistry registry, int shards) {
    super(registry, shards);
    this.registry = registry;
    lookUp = shards == 0 ? null : timer("look-up");
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
      letters(stage);
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
    return counter(PAGES, "Pages routed", "decision", decision, "kind", kind);
  }

  private Counter charsets(PageCharset charset) {
    return counter(
        "crawlsieve.pages.charset",
        "Pages by the character set their bytes were read in",
        "charset",
        charset.name(),
        "found",
        charset.found().toString());
  }

  private Counter letters(String stage) {
    return counter(LETTERS, "Records set aside", "stage", stage);
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
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
  public void decided(Verdict verdict, long nanos) {
    decide.record(nanos, TimeUnit.NANOSECONDS);
    candidates.record(verdict.compared());
    super.decided(verdict, nanos);
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
    letters(stage).increment();
    setAside.add(new DeadLetter(stage, topic, at.partition(), at.offset(), reason));
    reasons.add(reason);
  }

  @Override
  public void unreadable(String feature) {
    counter(
            "crawlsieve.features.unreadable",
            "Unreadable page features for clusters",
            "feature",
            feature)
        .increment();
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
  public void lookedUp(long nanos) {
    lookUp.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Adds how many there have been of everything. */
  void putTotals(ObjectNode json) {
    json.put("fingerprinted", fingerprint.count());
    json.put("decided", decide.count());
    json.put("unique", uniquePages());
    json.put("duplicate", duplicatePages());
    duplicatesByKind().forEach((kind, pages) -> json.put(kind.text(), pages));
    json.set("unjudged", StatsJson.tree(unjudgedPages()));
    json.set("deadLetters", StatsJson.tree(deadLetters()));
    json.put("readAgain", (long) readAgain.count());
    json.put("reference", (long) reference.count());
  }

  /** Records of clusters that were published. */
  long clustersPublished() {
    return (long) clusters.count();
  }

  long uniquePages() {
    return (long) unique.count();
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
    return counts(registry.find(PAGES).tag("decision", "unjudged"), "kind");
  }

  /** Records that were set aside, by stage. */
  Map<String, Long> deadLetters() {
    return counts(registry.find(LETTERS), "stage");
  }

  private static Map<String, Long> counts(Search counters, String tag) {
    Map<String, Long> counts = new TreeMap<>();
    for (Counter counter : counters.counters()) {
      counts.put(counter.getId().getTag(tag), (long) counter.count());
    }
    return counts;
  }

  long pendingBytes() {
    return pending.getAsLong();
  }

  Map<String, Long> reasons(int most) {
    return reasons.commonest(most);
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

  TopCounts hosts() {
    return hosts;
  }

  /** Kept pages by their copies, of which those of other names are marked. */
  TopCounts copied() {
    return copied;
  }
}

package dev.crawlsieve.stream.meters;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.crawlsieve.core.config.AppliedOverrides;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.failure.ReasonCounts;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.IndexTasks;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times what the processors do, in the meters {@code crawlsieve.*} of a registry. It
 * also keeps the lists that the live page shows next to them. Stream threads call it while they
 * process records. Their work may still be rolled back: if a transaction is aborted, its records
 * are processed again, and counted again.
 *
 * <p>Thread-safe. It is long because it has a method for every step of a page.
 */
public final class SieveMeters {

  /** Counts pages by {@code decision} and {@code kind}. */
  public static final String PAGES = "crawlsieve.pages";

  /** Counts records that were set aside, by {@code stage}. */
  public static final String LETTERS = "crawlsieve.dead.letters";

  /** Counts and times the pages of each {@code step}. */
  public static final String STEP = "crawlsieve.step";

  private static final int TOP = 200;
  private static final int LATEST = 50;
  private static final Duration[] STEPS = {
    Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofMillis(1),
    Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1)
  };

  private final MeterRegistry registry;
  private final Timer body;
  private final Timer fingerprint;
  private final Timer lookUp;
  private final Timer decide;
  private final Timer route;
  private final Counter unique;
  private final Map<Verdict.Kind, Counter> duplicates = new EnumMap<>(Verdict.Kind.class);
  private final Counter reference;
  private final Counter bodyMissing;
  private final Counter readAgain;
  private final Counter timeAhead;
  private final Counter clusters;
  private final DistributionSummary candidates;
  private final DistributionSummary distance;
  private final LaneMeters lanes;
  private final TopCounts hosts = new TopCounts(TOP);
  private final TopCounts copied = new TopCounts(TOP);
  private final ReasonCounts reasons = new ReasonCounts();
  private final Latest<Verdict> dropped = new Latest<>(LATEST);
  private final Latest<DeadLetter> setAside = new Latest<>(LATEST);
  private final AppliedOverrides overrides;
  private volatile LongSupplier pending = () -> 0;

  /** Uses a registry of its own, for one lane. */
  public SieveMeters() {
    this(new SimpleMeterRegistry());
  }

  /** Uses a registry, for one lane, without overrides. */
  public SieveMeters(MeterRegistry registry) {
    this(registry, new IndexTasks(1, 0), () -> Overrides.NONE);
  }

  /**
   * Uses a registry.
   *
   * @param tasks the tasks that hold the index
   * @param overrides returns the overrides in force, which may change
   */
  public SieveMeters(MeterRegistry registry, IndexTasks tasks, Supplier<Overrides> overrides) {
    this.registry = registry;
    this.overrides = new AppliedOverrides(overrides);
    lanes = new LaneMeters(registry, tasks);
    body = timer("body");
    fingerprint = timer("fingerprint");
    lookUp = timer("look-up");
    decide = timer("decide");
    route = timer("route");
    reference = counter("pages.reference", "Reference pages, which are not routed");
    bodyMissing = counter("bodies.missing", "Bodies that events refer to but could not be read");
    readAgain = counter("pages.read.again", "Bodies read again from pages");
    timeAhead = counter("pages.time.ahead", "Pages too far ahead of the clock, counted as now");
    clusters = counter("clusters.published", "Records of clusters written to their topic");
    candidates =
        DistributionSummary.builder("crawlsieve.lookup.candidates")
            .description("Kept pages that a page was compared with in full")
            .serviceLevelObjectives(1, 10, 100, 1_000, 10_000)
            .register(registry);
    distance =
        DistributionSummary.builder("crawlsieve.copy.distance.bits")
            .description("SimHash distance of a duplicate from the page it copies, in bits")
            .register(registry);
    // Meters whose tags are known in advance exist from the start, with the value 0.
    unique = pages(Total.UNIQUE, "none");
    for (Verdict.Kind kind : Verdict.Kind.values()) {
      duplicates.put(kind, pages(Total.DUPLICATE, kind.text()));
    }
    for (UnjudgedPageException.Trait trait : UnjudgedPageException.Trait.values()) {
      pages(Total.UNJUDGED, trait.toString());
    }
    for (String stage : List.of("fingerprint", "decide", "route")) {
      letters(stage);
    }
    Gauge.builder("crawlsieve.pending.bytes", () -> pending.getAsLong())
        .description("Bytes of pages awaiting their verdict")
        .register(registry);
    Gauge.builder("crawlsieve.overrides.unapplied", this.overrides, AppliedOverrides::without)
        .description("Names in overrides.file that applied to no page decided on here")
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
    return Timer.builder(STEP)
        .tag("step", step)
        .description("Time per page and step")
        .serviceLevelObjectives(STEPS)
        .register(registry);
  }

  private Counter pages(Total decision, String kind) {
    return counter("pages", "Pages routed", "decision", decision.key(), "kind", kind);
  }

  private Counter letters(String stage) {
    return counter("dead.letters", "Records set aside", "stage", stage);
  }

  private Counter counter(String name, String description, String... tags) {
    return Counter.builder("crawlsieve." + name)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  /**
   * A page got its fingerprint.
   *
   * @param nanos the time that this took
   */
  public void fingerprinted(long nanos) {
    fingerprint.record(nanos, NANOSECONDS);
  }

  /**
   * A body that an event refers to was read.
   *
   * @param nanos the time that this took
   */
  public void bodyRead(long nanos) {
    body.record(nanos, NANOSECONDS);
  }

  /** A body that an event refers to could not be read. */
  public void bodyMissing() {
    bodyMissing.increment();
  }

  /** A page's character set was determined. */
  public void charset(PageCharset charset) {
    if (charset.found() != PageCharset.Found.NONE) {
      counter(
              "pages.charset",
              "Pages by the character set their bytes were read in",
              "charset",
              charset.name(),
              "found",
              charset.found().toString())
          .increment();
    }
  }

  /**
   * A lane made a decision.
   *
   * @param override the override that was logged with the page; null if there is none
   * @param nanos the time that this took
   */
  public void decided(Verdict verdict, @Nullable OverrideRule override, long nanos) {
    decide.record(nanos, NANOSECONDS);
    candidates.record(verdict.compared());
    overrides.page(verdict.url(), override, verdict.overridden() != null);
    // These meters describe the crawl, not a reference corpus.
    if (verdict.evidence() != null && !verdict.reference()) {
      distance.record(verdict.evidence().distance());
    }
  }

  /**
   * A page was routed; or it is a reference page, which is routed nowhere.
   *
   * @param nanos the time that this took, including reading the body again if necessary
   */
  public void routed(Verdict verdict, long nanos) {
    route.record(nanos, NANOSECONDS);
    if (verdict.reference()) {
      reference.increment();
      return;
    }
    boolean duplicate = verdict.decision() == Verdict.Decision.DUPLICATE;
    if (duplicate) {
      Objects.requireNonNull(duplicates.get(verdict.kind())).increment();
      dropped.add(verdict);
      if (verdict.copy()) {
        copied.add(verdict.leader().url(), verdict.otherName());
      }
    } else {
      unique.increment();
    }
    String site = HttpUrl.site(verdict.url());
    hosts.add(site.isEmpty() ? "(other)" : site, duplicate);
  }

  /** A page was passed on without a verdict, because the settings do not accept this trait. */
  public void unjudged(UnjudgedPageException.Trait trait) {
    pages(Total.UNJUDGED, trait.toString()).increment();
  }

  /**
   * A record was set aside.
   *
   * @param stage the step that failed, for example {@code fingerprint}
   */
  public void deadLetter(String stage, String topic, Coordinates at, String reason) {
    letters(stage).increment();
    setAside.add(new DeadLetter(stage, topic, at.partition(), at.offset(), reason));
    reasons.add(reason);
  }

  /**
   * A feature that a page declares for clusters could not be read; it counts as not declared.
   *
   * @param feature its name, for example {@code score}
   */
  public void unreadable(String feature) {
    counter("features.unreadable", "Unreadable page features for clusters", "feature", feature)
        .increment();
  }

  /** A cluster was published for the first time, published with changes, or withdrawn. */
  public void clusterPublished() {
    clusters.increment();
  }

  /** The time of a page was too far ahead of the clock, and was replaced by the current time. */
  public void timeAhead() {
    timeAhead.increment();
  }

  /** A body was read again from the topic of pages. */
  public void readAgain() {
    readAgain.increment();
  }

  /** Registers the supplier of the total size, in bytes, of all pages that await their verdict. */
  public void pending(LongSupplier bytes) {
    pending = bytes;
  }

  /**
   * A page was looked up by one of the tasks that share its lane.
   *
   * @param nanos the time that this took
   */
  public void lookedUp(long nanos) {
    lookUp.record(nanos, NANOSECONDS);
  }

  /** The meters of what tasks hold. */
  public LaneMeters lanes() {
    return lanes;
  }

  /** Counts which overrides have applied to a page. */
  public AppliedOverrides overrides() {
    return overrides;
  }

  /** Counts why records were set aside, by {@link ReasonGroup}. */
  public ReasonCounts reasons() {
    return reasons;
  }

  /** The last records that were set aside, latest first. */
  public List<DeadLetter> latestDeadLetters() {
    return setAside.values();
  }

  /** The verdicts on the last pages that were dropped, latest first. */
  public List<Verdict> latestDropped() {
    return dropped.values();
  }

  /** Pages by host; duplicates are marked. */
  public TopCounts hosts() {
    return hosts;
  }

  /** Kept pages by number of copies; copies under another name are marked. */
  public TopCounts copied() {
    return copied;
  }
}

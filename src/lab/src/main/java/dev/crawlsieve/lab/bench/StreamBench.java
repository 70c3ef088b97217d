package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.lab.bench.result.BenchResult;
import dev.crawlsieve.lab.bench.result.BenchSettings;
import dev.crawlsieve.lab.bench.result.CaseResult;
import dev.crawlsieve.lab.bench.result.Comparison;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.KindResult;
import dev.crawlsieve.lab.bench.result.Latencies;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.run.StreamsSettings;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.streams.Topology;

/**
 * Measures the topology with each detector against a bare pass-through of the same pages, on one
 * embedded broker, with the same settings of Kafka Streams, alternating.
 *
 * <p>Everything shares this JVM: figures include topology and broker, and nothing is subtracted. An
 * instance measures once; {@link #close} may be called from another thread, stops the work and
 * waits until everything is cleaned up.
 */
public final class StreamBench implements AutoCloseable {

  // Holds all phases of the measurement, in their order.

  /**
   * Number of pages in the warm-up round, which also determines how many pages make a run long
   * enough.
   */
  private static final int WARM_UP_PAGES = 2_000;

  /** Number of such short runs, which only determine how many pages make a run long enough. */
  private static final int SHORT_WARM_UPS = 3;

  /**
   * Approximate ratio of a long run's speed to that of these runs, which are cold and half
   * start-up.
   */
  private static final int COLD = 3;

  /**
   * Share of the CPU time used by the JIT compiler below which it counts as settled: compilation
   * during the measured rounds would penalise the case with the most code.
   */
  static final double SETTLED = 0.05;

  private static final int MOST_WARM_UPS = 10;

  /** The common rate for latencies in all cases, as a share of the slowest one's capacity. */
  private static final double PACE = 0.5;

  /** Kafka Streams' default with exactly-once; the sieve asks for commits when it needs them. */
  private static final Map<String, String> BARE = Map.of("streams.commit.interval.ms", "100");

  /** A quarter of the paced pages is not timed, and another is in transit at the end. */
  private static final int FEWEST_PACED = 4;

  /**
   * Number of copies of the load that may be on disk at once: deleted topics disappear after a
   * minute.
   */
  private static final int COPIES_ON_DISK = 12;

  private final BenchSettings bench;
  private final Map<String, String> settings;
  private final List<InputGroup> inputs;
  private final Consumer<String> progress;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();
  private int runs;

  /**
   * @param settings the user's; those that a local run determines itself are replaced
   * @param inputs where real HTML pages are
   * @param progress receives descriptions of the current step
   */
  public StreamBench(
      BenchSettings bench,
      Map<String, String> settings,
      List<InputGroup> inputs,
      Consumer<String> progress) {
    this.bench = bench;
    this.settings = new HashMap<>(settings);
    this.inputs = List.copyOf(inputs);
    this.progress = progress;
    this.settings.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    this.settings.putIfAbsent("streams.num.stream.threads", "2");
    SieveConfig config = SieveConfig.of(this.settings);
    config.page().requireEvents();
    PageInputs.check(this.inputs, config.inputs());
  }

  /** One case: what runs, on which kind of page, with which settings. */
  private record Case(String kind, String name, SieveConfig config, boolean bare) {

    Topology topology(StreamThreads threads) {
      return bare
          ? PassThrough.of(config.topics().pages(), config.topics().unique())
          : new SieveTopology(
                  config,
                  Wings.ALL,
                  SieveTopology.cursors(config, new Connection(config)::consumer),
                  new SieveMeters(),
                  threads)
              .get();
    }
  }

  /**
   * Measures.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if anything stops the work
   */
  public BenchResult run() {
    work.begin();
    double load = LocalLimits.load();
    Path temporary = Folders.temporary();
    try {
      BenchLoad pages = BenchLoad.of(SieveConfig.of(settings), inputs, bench);
      DiskRoom.ensure(
          temporary,
          COPIES_ON_DISK * pages.meanBytes() * Math.min(bench.mostPages(), 4L * WARM_UP_PAGES),
          "--pages");
      settings.put(TopicsConfig.STATE_DIR_CONFIG, temporary.resolve("state").toString());
      try (EmbeddedBroker broker = EmbeddedBroker.start(temporary.resolve("broker"), 0)) {
        settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        List<KindResult> kinds = new ArrayList<>();
        for (BenchSettings.Kind kind : bench.kinds()) {
          kinds.add(kind(kind, pages, temporary));
        }
        SieveConfig config = SieveConfig.of(settings);
        return new BenchResult(
            LocalLimits.of(config, heap, load),
            pages.sources(),
            config.partitions(),
            Integer.parseInt(settings.get("streams.num.stream.threads")),
            String.valueOf(StreamsSettings.of(config).originals().get("processing.guarantee")),
            kinds);
      }
    } finally {
      work.clear(temporary);
    }
  }

  private KindResult kind(BenchSettings.Kind kind, BenchLoad load, Path temporary) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    List<Case> cases = cases(name);
    SieveConfig config = cases.get(0).config();
    int warm = Math.min(WARM_UP_PAGES, bench.mostPages());
    List<Path> files = new ArrayList<>();
    files.add(write(load, kind, 0, warm, temporary));
    try (BenchTopics topics = BenchTopics.ofPages(config)) {
      Topics.create(config);
      long bytes = produce(config, files.get(0));
      MeasuredRun runner = new MeasuredRun(config, topics, heap.and(work::ensureGoingOn));
      double fastest = 0;
      for (Case next : cases) {
        Figures figures = run(runner, next, "warm-up", new MeasuredRun.Load(warm, bytes));
        fastest = next.bare() ? fastest : Math.max(fastest, figures.pagesPerSecond());
      }
      if (bench.mostPages() > warm) {
        double settled = settle(runner, cases, new MeasuredRun.Load(warm, bytes), SHORT_WARM_UPS);
        fastest = Math.max(fastest, settled);
      }
      double wished = COLD * fastest * bench.seconds();
      int pages = (int) Math.min(bench.mostPages(), Math.max(warm, wished));
      if (pages > warm) {
        files.add(write(load, kind, warm, pages, temporary));
        bytes += produce(config, files.get(1));
        settle(runner, cases, new MeasuredRun.Load(pages, bytes), MOST_WARM_UPS);
      }
      Map<Case, List<Figures>> rounds = new LinkedHashMap<>();
      for (int round = 1; round <= bench.rounds(); round++) {
        for (Case next : cases) {
          String label = "round " + round + " of " + bench.rounds();
          rounds
              .computeIfAbsent(next, unusedKey -> new ArrayList<>())
              .add(run(runner, next, label, new MeasuredRun.Load(pages, bytes)));
        }
      }
      double throughput = slowest(rounds);
      int paced =
          (int) Math.min(pages, Math.max(FEWEST_PACED, PACE * throughput * bench.seconds()));
      if (bench.mostPages() > warm) {
        // The code for pacing and waiting is compiled in an uncounted run.
        capacity(cases.get(cases.size() - 1), files, paced, throughput);
      }
      Map<Case, List<Double>> capacities = new HashMap<>();
      for (int round = 1; round <= bench.rounds(); round++) {
        for (Case next : cases) {
          capacities
              .computeIfAbsent(next, unusedKey -> new ArrayList<>())
              .add(capacity(next, files, paced, throughput));
        }
      }
      double rate =
          PACE * capacities.values().stream().mapToDouble(Comparison::median).min().orElseThrow();
      Map<Case, List<Latencies>> latencies = new HashMap<>();
      for (int round = 1; round <= bench.rounds(); round++) {
        for (Case next : cases) {
          latencies
              .computeIfAbsent(next, unusedKey -> new ArrayList<>())
              .add(latencies(next, files, paced, rate));
        }
      }
      List<CaseResult> results = new ArrayList<>();
      for (Case next : cases) {
        results.add(
            new CaseResult(
                next.name(),
                Objects.requireNonNull(rounds.get(next)),
                Objects.requireNonNull(latencies.get(next))));
      }
      for (Path file : files) {
        Folders.remove(file);
      }
      CaseResult bare = results.get(0);
      return new KindResult(
          name,
          pages,
          bytes,
          bench.rounds(),
          rate,
          results.stream().map(result -> result.against(bare)).toList());
    }
  }

  /**
   * Runs the pass-through and a detector until the JIT compiler has almost nothing left to do: the
   * sieve has many times the code. The other detectors share all of it except the lookup.
   *
   * @param most maximum number of runs
   * @return pages/s of the detector's fastest run
   */
  private double settle(MeasuredRun runner, List<Case> cases, MeasuredRun.Load load, int most) {
    Case detector = cases.get(cases.size() - 1);
    double fastest = 0;
    double share = 1;
    for (int i = 0; i < most && share > SETTLED; i++) {
      run(runner, cases.get(0), "warm-up", load);
      Figures figures = run(runner, detector, "warm-up", load);
      share = figures.compilerShare();
      fastest = Math.max(fastest, figures.pagesPerSecond());
    }
    return fastest;
  }

  private List<Case> cases(String kind) {
    List<Case> cases = new ArrayList<>();
    cases.add(new Case(kind, CaseResult.PASS_THROUGH, config(kind, BARE), true));
    for (DetectorSettings.Kind detector : bench.detectors()) {
      Map<String, String> own = Map.of(RuleConfig.DETECTOR_CONFIG, detector.text());
      cases.add(new Case(kind, detector.text(), config(kind, own), false));
    }
    return cases;
  }

  private SieveConfig config(String prefix, Map<String, String> own) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(own);
    all.put(TopicsConfig.TOPIC_PREFIX_CONFIG, prefix);
    return SieveConfig.of(all);
  }

  private Path write(BenchLoad load, BenchSettings.Kind kind, int from, int to, Path folder) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    Path file = folder.resolve("pages-" + name + "-" + from + ".jsonl");
    load.write(
        file,
        kind,
        from,
        to,
        count -> {
          work.ensureGoingOn();
          progress.accept(
              String.format(Locale.ROOT, "%s: making %,d pages, %,d", name, to - from, count));
        });
    return file;
  }

  private static long produce(SieveConfig config, Path file) {
    try (PageProducer producer = new PageProducer(config)) {
      producer.produce(List.of(new InputGroup(List.of(file), null)), unheard -> {});
      return producer.bytes();
    }
  }

  private Figures run(MeasuredRun runner, Case next, String label, MeasuredRun.Load load) {
    String step = next.kind() + ": " + label + ", " + next.name();
    progress.accept(step);
    Figures figures =
        runner.run(
            next::topology, "bench-" + ++runs, load, next.bare() ? MeasuredRun.START_OF_BARE : 0);
    progress.accept(
        String.format(Locale.ROOT, "%s: %,.0f pages/s", step, figures.pagesPerSecond()));
    return figures;
  }

  private static double slowest(Map<Case, List<Figures>> rounds) {
    return rounds.values().stream()
        .flatMap(List::stream)
        .mapToDouble(Figures::pagesPerSecond)
        .min()
        .orElseThrow();
  }

  private Latencies latencies(Case next, List<Path> files, int pages, double rate) {
    progress.accept(
        String.format(
            Locale.ROOT, "%s: latency at %,.0f pages/s, %s", next.kind(), rate, next.name()));
    Case paced = paced(next);
    return new PacedRun(paced.config(), heap.and(work::ensureGoingOn))
        .latencies(paced::topology, "bench-" + runs, files, pages, rate);
  }

  /** A second of the throughput may be on its way, which is more than a page takes. */
  private double capacity(Case next, List<Path> files, int pages, double throughput) {
    String step = next.kind() + ": with producer and consumer, " + next.name();
    progress.accept(step);
    Case paced = paced(next);
    double capacity =
        new PacedRun(paced.config(), heap.and(work::ensureGoingOn))
            .capacity(paced::topology, "bench-" + runs, files, pages, (int) throughput);
    progress.accept(String.format(Locale.ROOT, "%s: %,.0f pages/s", step, capacity));
    return capacity;
  }

  private Case paced(Case next) {
    Map<String, String> own = next.bare() ? BARE : Map.of(RuleConfig.DETECTOR_CONFIG, next.name());
    return new Case(next.kind(), next.name(), config("paced-" + ++runs, own), next.bare());
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}

package dev.crawlsieve.app.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.app.RunObserver;
import dev.crawlsieve.app.SieveException;
import dev.crawlsieve.app.VerdictSearch;
import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.http.AskedPage;
import dev.crawlsieve.http.Health;
import dev.crawlsieve.http.HttpAddress;
import dev.crawlsieve.http.HttpException;
import dev.crawlsieve.http.RefusedException;
import dev.crawlsieve.http.WatchServer;
import dev.crawlsieve.http.Watched;
import dev.crawlsieve.topology.SieveMeters;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;

/** Watches one instance, and shows what it sees over HTTP. */
public final class Watch implements RunObserver, Watched, AutoCloseable {

  private static final Duration SAMPLE_EVERY = Duration.ofSeconds(5);
  private static final int SAMPLES = 360;
  private static final long EXPLAIN_RECORDS = 200_000;
  private static final Duration EXPLAIN_PATIENCE = Duration.ofSeconds(8);
  private static final int NEIGHBOURS_AT_A_TIME = 2;

  private final SieveConfig config;
  private final Metrics metrics = new Metrics();
  private final Counted counted = new Counted(metrics.registry());
  private final RestoreProgress restores = new RestoreProgress();
  private final RunHealth health = new RunHealth(restores);
  private final History history = new History(SAMPLES);
  private final StatsJson stats;
  private final Neighbours neighbours;
  private final Semaphore explaining = new Semaphore(1);
  private final Semaphore comparing = new Semaphore(NEIGHBOURS_AT_A_TIME);
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "crawlsieve-watch");
            thread.setDaemon(true);
            return thread;
          });
  private volatile KafkaStreams streams;
  private volatile WatchServer server;

  private Watch(SieveConfig config) {
    this.config = config;
    this.stats = new StatsJson(config, counted, Instant.now());
    this.neighbours = new Neighbours(config);
    metrics.restoring(restores, config.lanes());
  }

  /**
   * Begins to listen, before there is anything to see.
   *
   * @throws SieveException if it cannot listen there
   */
  public static Watch open(SieveConfig config, HttpAddress address) {
    Watch watch = new Watch(config);
    try {
      watch.server = WatchServer.start(address, watch);
    } catch (HttpException e) {
      watch.close();
      throw new SieveException(e.getMessage(), e);
    }
    watch.sample();
    long every = SAMPLE_EVERY.toMillis();
    ScheduledFuture<?> unused =
        watch.sampler.scheduleAtFixedRate(watch::sample, every, every, TimeUnit.MILLISECONDS);
    return watch;
  }

  /** Where it listens. */
  public HttpAddress address() {
    return server.address();
  }

  /** Where other instances say that this one is to be found: host and port. */
  public String advertised() {
    HttpAddress at = server.address();
    return at.isAny() ? HttpAddress.ofThisMachine(at.port()).toString() : at.toString();
  }

  private void sample() {
    long letters = counted.deadLetters().values().stream().mapToLong(Long::longValue).sum();
    history.add(
        new History.Sample(
            System.currentTimeMillis(), counted.uniquePages(), counted.duplicatePages(), letters));
  }

  @Override
  public SieveMeters meters() {
    return counted;
  }

  @Override
  public void created(KafkaStreams created) {
    streams = created;
    created.setGlobalStateRestoreListener(restores);
    metrics.bind(created, config.topics());
    health.created(created);
  }

  @Override
  public void failed(SieveException failure) {
    health.failed(failure);
  }

  @Override
  public void stopping() {
    health.stopping();
  }

  @Override
  public String metrics() {
    return metrics.text();
  }

  @Override
  public Health health() {
    return health.now();
  }

  @Override
  public JsonNode stats() {
    KafkaStreams now = streams;
    Map<String, Long> lag = now == null ? new HashMap<>() : Lag.of(now.metrics(), config.topics());
    return stats.of(health.now(), history, lag, restores.left());
  }

  @Override
  public JsonNode explain(String url) throws RefusedException {
    ensureFree(explaining);
    try {
      VerdictSearch.Found found =
          new VerdictSearch(config, url).among(EXPLAIN_RECORDS, EXPLAIN_PATIENCE);
      ObjectNode json = StatsJson.JSON.createObjectNode().put("url", url);
      json.putObject("searched")
          .put("topic", config.topics().verdicts())
          .put("newestRecords", found.searched())
          .put("ofAbout", found.records());
      ArrayNode verdicts = json.putArray("verdicts");
      found.verdicts().forEach(verdicts::add);
      return json;
    } catch (SieveException e) {
      throw new RefusedException(503, e.getMessage());
    } finally {
      explaining.release();
    }
  }

  @Override
  public JsonNode neighbours(AskedPage page) throws RefusedException {
    KafkaStreams now = streams;
    if (now == null) {
      throw new RefusedException(503, "the instance has not started yet");
    }
    ensureFree(comparing);
    try {
      return neighbours.of(page, now);
    } finally {
      comparing.release();
    }
  }

  private static void ensureFree(Semaphore permits) throws RefusedException {
    if (!permits.tryAcquire()) {
      throw new RefusedException(503, "others are asking the same; try again in a moment");
    }
  }

  /** Stops listening. Idempotent. */
  @Override
  public void close() {
    sampler.shutdownNow();
    if (server != null) {
      server.close();
    }
    metrics.close();
  }
}

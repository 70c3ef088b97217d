package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.BenchLoad;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Deletes topics and makes them again while two instances sieve, at moments that a seed determines.
 * Either the instances stop with a sentence that names the topic, and do not start again; or they
 * go on, and nothing is lost, duplicated, altered or decided differently.
 *
 * <p>Runs once. {@link #close} may be called from another thread; it stops the run, and waits until
 * its folder is removed.
 */
final class RecreateRun implements AutoCloseable {

  private static final int INSTANCES = 2;
  private static final double NEAR_COPIES = 0.35;
  private static final int LATEST_MILLIS = 5_000;
  private static final int LONGEST_GONE_MILLIS = 3_000;

  private final RecreateSettings settings;
  private final ChaosListener listener;
  private final Stoppable stopping = new Stoppable("the run did not end", Duration.ofSeconds(60));
  private final Map<String, Long> differences = new TreeMap<>();
  private final List<String> shown = new ArrayList<>();
  private final List<RecreateResult.Moment> moments = new ArrayList<>();

  RecreateRun(RecreateSettings settings, ChaosListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  /**
   * Runs.
   *
   * @throws dev.crawlsieve.core.failure.SieveException if the broker cannot be started, or an
   *     instance does not begin
   */
  RecreateResult run() throws InterruptedException {
    stopping.begin();
    Path work = Folders.temporary();
    try (EmbeddedBroker broker = EmbeddedBroker.start(work.resolve("broker"), 0)) {
      Random random = new Random(settings.seed());
      BenchLoad pages =
          BenchLoad.of(
              SieveConfig.of(settings(broker, work, 0, 1)),
              settings.inputs(),
              settings.seed(),
              NEAR_COPIES);
      for (int number = 0; number < settings.moments(); number++) {
        List<Map<String, String>> instances = new ArrayList<>();
        for (int instance = 1; instance <= INSTANCES; instance++) {
          instances.add(settings(broker, work, number, instance));
        }
        String topic = topic(SieveConfig.of(instances.get(0)), number);
        long afterMillis = random.nextInt(LATEST_MILLIS);
        long goneMillis = random.nextInt(LONGEST_GONE_MILLIS);
        listener.note(
            String.format(
                Locale.ROOT,
                "%d of %d: %s is recreated after %.1f s, missing for %.1f s",
                number + 1,
                settings.moments(),
                topic,
                afterMillis / 1e3,
                goneMillis / 1e3));
        RecreatedMoment moment =
            new RecreatedMoment(instances, topic, settings, pages, number, stopping);
        RecreateResult.Moment result = moment.run(afterMillis, goneMillis);
        moments.add(result);
        listener.note("  " + result.said());
        moment.found().counts().forEach((kind, times) -> differences.merge(kind, times, Long::sum));
        for (String words : moment.found().shown()) {
          listener.note("  FAILED: " + words);
          shown.add(topic + ": " + words);
        }
      }
      return new RecreateResult(moments, differences, shown);
    } finally {
      stopping.clear(work);
    }
  }

  private Map<String, String> settings(EmbeddedBroker broker, Path work, int number, int instance) {
    Map<String, String> all = new HashMap<>();
    all.put("index.memory.bytes", "8000000");
    all.putAll(settings.settings());
    all.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    all.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
    all.put(TopicsConfig.TOPIC_PREFIX_CONFIG, "moment" + number);
    all.put(
        TopicsConfig.STATE_DIR_CONFIG, work.resolve("state-" + number + "-" + instance).toString());
    return all;
  }

  /** The topics in turn: those of a generation, and the changelogs of its stores. */
  private String topic(SieveConfig config, int number) {
    List<String> all = new ArrayList<>();
    if (settings.topics().isEmpty()) {
      all.addAll(config.topics().all());
      all.addAll(Changelogs.names(config));
    } else {
      settings.topics().forEach(topic -> all.add(named(config, topic)));
    }
    return all.get(number % all.size());
  }

  private static String named(SieveConfig config, String plain) {
    String changelog = Changelogs.name(config, plain);
    return Changelogs.names(config).contains(changelog) ? changelog : config.topics().named(plain);
  }

  /** Stops the run, if there is one, and waits until its folder is gone. */
  @Override
  public void close() {
    stopping.stop();
  }
}

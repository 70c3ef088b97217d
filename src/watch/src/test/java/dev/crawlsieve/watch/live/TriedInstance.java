package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.meters.LaneStats;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Verdicts;
import dev.crawlsieve.stream.run.Standstill;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/**
 * The meters of an instance with one lane, called as the topology would call them, and scraped once
 * a minute. Unless changed, all is well.
 */
final class TriedInstance implements AutoCloseable {

  private static final IndexTasks TASKS = new IndexTasks(1, 0);

  final Metrics metrics = new Metrics();
  final SieveMeters counted = new SieveMeters(metrics.registry());
  final RestoreProgress restores = new RestoreProgress(TASKS);
  final TopicNames topics = SieveConfig.of(Map.of()).topics();
  final Map<String, Long> lag = new HashMap<>();

  /** Pages a minute. */
  int unique = 70;

  /** Pages a minute. */
  int duplicates = 30;

  boolean answers = true;
  Standstill standstill;
  long leadersOnDisk;
  long freePercent = 50;
  private final List<Scrape> scrapes = new ArrayList<>();

  /** A disk of which {@link #freePercent} is free. */
  private final class Disk extends File {
    private static final long serialVersionUID = 1;

    Disk() {
      super("state");
    }

    @Override
    public boolean exists() {
      return true;
    }

    @Override
    public long getUsableSpace() {
      return freePercent << 30;
    }

    @Override
    public long getTotalSpace() {
      return 100L << 30;
    }
  }

  TriedInstance() {
    metrics.readiness(
        () -> RunHealth.of(KafkaStreams.State.RUNNING, restores.named(), standstill, null));
    metrics.stateFolder(new Disk());
    metrics.restoring(restores, TASKS);
    metrics.lagging(topics, () -> lag);
    counted.lanes().opened("index", 0, () -> LaneStats.of(1_000, leadersOnDisk, 1, 1, 1, 1, 1, 1));
  }

  /** Minutes since it was started. */
  int minute() {
    return scrapes.size();
  }

  /** Lets a minute pass, and scrapes it. */
  List<Scrape> scrapeAfterAMinute() {
    for (int page = 0; page < unique; page++) {
      counted.routed(Verdicts.of("http://a.example/", null), 1);
    }
    for (int page = 0; page < duplicates; page++) {
      counted.routed(Verdicts.of("http://a.example/", Verdict.Kind.NEAR), 1);
    }
    long now = 60L * scrapes.size();
    scrapes.add(answers ? Scrape.answered(now, metrics.text()) : Scrape.unanswered(now));
    return scrapes;
  }

  @Override
  public void close() {
    metrics.close();
  }
}

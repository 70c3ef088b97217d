package dev.crawlsieve.stream.watch;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.run.BrokersAway;
import dev.crawlsieve.stream.run.Standstill;
import dev.crawlsieve.stream.topology.ReasonCounts;
import dev.crawlsieve.stream.topology.SieveMeters;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;

/** An instance without HTTP: it has only health and a few counts, and times nothing. */
public final class QuietRun implements ObservedRun {

  private final SieveConfig config;
  private final RestoreProgress restores;
  private final RunHealth health;
  private final LongAdder unique = new LongAdder();
  private final LongAdder duplicate = new LongAdder();
  private final LongAdder unjudged = new LongAdder();
  private final LongAdder deadLetters = new LongAdder();
  private final ReasonCounts reasons = new ReasonCounts();
  private volatile KafkaStreams streams;

  private final SieveMeters meters =
      new SieveMeters() {
        @Override
        public void routed(Verdict verdict, long nanos) {
          (verdict.kept() ? unique : duplicate).increment();
        }

        @Override
        public void unjudged(UnjudgedPageException.Trait trait) {
          unjudged.increment();
        }

        @Override
        public void deadLetter(String stage, String topic, Coordinates at, String reason) {
          deadLetters.increment();
          reasons.add(reason);
        }
      };

  /** Nothing has happened yet. */
  public QuietRun(SieveConfig config) {
    this.config = config;
    this.restores = new RestoreProgress(config.shards());
    this.health = new RunHealth(restores);
  }

  @Override
  public SieveMeters meters() {
    return meters;
  }

  @Override
  public void created(KafkaStreams created) {
    streams = created;
    created.setGlobalStateRestoreListener(restores);
    health.created(created);
  }

  @Override
  public void standing(Standstill standstill) {
    health.standing(standstill);
  }

  @Override
  public void open(Map<TopicPartition, Long> records) {
    health.open(records);
  }

  @Override
  public void brokers(BrokersAway away) {
    health.brokers(away);
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
  public Health health() {
    return health.now();
  }

  @Override
  public Map<String, Long> reasons(int most) {
    return reasons.commonest(most);
  }

  @Override
  public RunCounts counts() {
    return new RunCounts(
        unique.sum(),
        duplicate.sum(),
        unjudged.sum(),
        deadLetters.sum(),
        Lag.total(streams, config.topics(), health.open()),
        Lag.inWords(streams, config));
  }
}

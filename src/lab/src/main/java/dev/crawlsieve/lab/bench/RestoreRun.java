package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.lab.bench.result.LaneRestore;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Restarts an application whose state was deleted, and measures until it is running. */
final class RestoreRun {

  private final SieveConfig config;
  private final Runnable stopCheck;

  RestoreRun(SieveConfig config, Runnable stopCheck) {
    this.config = config;
    this.stopCheck = stopCheck;
  }

  /**
   * Runs until everything is restored; the state is kept.
   *
   * @param name application id of a run that has ended
   * @param records minimum number of records in the changelog
   * @throws SieveException if fewer are restored
   */
  LaneRestore run(Function<StreamThreads, Topology> topology, String name, long records) {
    Listener restored = new Listener();
    try (BenchStreams streams = new BenchStreams(config, topology, name, stopCheck)) {
      streams.showTo(restored);
      long start = System.nanoTime();
      streams.startAndAwaitRunning(restored.count::get);
      double seconds = (System.nanoTime() - start) / 1e9;
      if (restored.count.get() < records) {
        throw new SieveException(
            restored.count
                + " records were restored of "
                + records
                + ", so no measurement is valid");
      }
      return new LaneRestore(
          restored.count.get(),
          restored.count.get() * 1e9 / (restored.end.get() - restored.start.get()),
          seconds);
    }
  }

  /** Observes the stores' restore, on the thread that does it. */
  private static final class Listener implements RunObserver, StateRestoreListener {

    private final AtomicLong count = new AtomicLong();
    private final AtomicLong start = new AtomicLong();
    private final AtomicLong end = new AtomicLong();

    @Override
    public void created(KafkaStreams streams) {
      streams.setGlobalStateRestoreListener(this);
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long first, long last) {
      start.compareAndSet(0, System.nanoTime());
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long last, long records) {
      count.addAndGet(records);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long records) {
      end.set(System.nanoTime());
    }
  }
}

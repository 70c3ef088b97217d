package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.SpreadResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.run.StreamsSettings;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.StreamsConfig;

/** Ends the process of a shard while pages come, and measures how long verdicts wait. */
final class ProcessLoss {

  /** Time for which all is well before the kill, so that code is compiled for this rate. */
  private static final double SETTLE_SECONDS = 10;

  private final SieveConfig config;
  private final GrowthSettings growth;
  private final SpreadLane lane;
  private final long pages;
  private final double rate;
  private final SpreadLane.End end;
  private final Stoppable work;
  private final AtomicLong produced = new AtomicLong();

  /**
   * @param lane a lane that has decided on everything produced so far
   * @param pages number of pages produced so far
   * @param rate of further pages, per second
   * @param end how the process ends
   */
  ProcessLoss(
      SieveConfig config,
      GrowthSettings growth,
      SpreadLane lane,
      long pages,
      double rate,
      SpreadLane.End end,
      Stoppable work) {
    this.config = config;
    this.growth = growth;
    this.lane = lane;
    this.pages = pages;
    this.rate = rate;
    this.end = end;
    this.work = work;
    produced.set(pages);
  }

  /**
   * Measures once.
   *
   * @throws SieveException if the processes do not keep up with the rate even before
   */
  SpreadResult.Outage run() {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-load"));
    Stoppable producing = new Stoppable();
    try {
      Future<?> load =
          thread.submit(
              () -> {
                new MadeUpLog(config, growth, work, step -> {})
                    .produceMore(pages, new PacedRun.Rate(rate), produced::set, producing);
                return null;
              });
      settle(load);
      SpreadResult.Outage outage = lose(load);
      producing.ask();
      Object unused = Producing.join(load);
      return outage;
    } finally {
      producing.ask();
      thread.shutdownNow();
    }
  }

  private void settle(Future<?> load) {
    while (produced.get() == pages) { // it first makes those again that are there
      look(load);
    }
    long from = System.nanoTime();
    while (System.nanoTime() - from < SETTLE_SECONDS * 1e9 || !caughtUp()) {
      look(load);
      if (System.nanoTime() - from > 6 * SETTLE_SECONDS * 1e9) {
        throw new SieveException(
            "the processes do not keep up with " + rate + " pages a second: lower --lose");
      }
    }
  }

  private SpreadResult.Outage lose(Future<?> load) {
    int member = lane.ofLastShard();
    long restoredBefore = lane.restored();
    long start = System.nanoTime();
    lane.end(member, end);
    long last = start;
    long seen = lane.verdicts();
    double longest = 0;
    long waiting = 0;
    // What was past the shard still comes out for a moment.
    while (longest < 1 || !caughtUp()) {
      long before = seen;
      seen = look(load);
      long now = System.nanoTime();
      if (seen > before) {
        if ((now - last) / 1e9 > longest) {
          longest = (now - last) / 1e9;
          waiting = produced.get() - before;
        }
        last = now;
      }
    }
    return new SpreadResult.Outage(
        end.name().toLowerCase(Locale.ROOT),
        rate,
        StreamsSettings.of(config).getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG),
        lane.restored() - restoredBefore,
        longest,
        waiting,
        (System.nanoTime() - start) / 1e9);
  }

  private boolean caughtUp() {
    return produced.get() - lane.verdicts() <= Math.max(1, rate);
  }

  private long look(Future<?> load) {
    if (load.isDone()) {
      Object unused = Producing.join(load);
    }
    return lane.look();
  }
}

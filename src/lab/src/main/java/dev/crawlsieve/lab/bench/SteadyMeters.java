package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.topology.SieveMeters;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Counts the pages that a steady run routes, and queries the cost of its indexes. */
final class SteadyMeters implements SieveMeters {

  private final LongAdder routed = new LongAdder();
  private final LongAdder duplicates = new LongAdder();
  private final LongAdder setAside = new LongAdder();
  private final Map<Integer, Supplier<IndexStats>> lanes = new ConcurrentHashMap<>();

  @Override
  public void routed(Verdict verdict, long nanos) {
    routed.increment();
    if (verdict.decision() == Verdict.Decision.DUPLICATE) {
      duplicates.increment();
    }
  }

  @Override
  public void deadLetter(String stage, String topic, Coordinates at, String reason) {
    setAside.increment();
  }

  @Override
  public void opened(int lane, Supplier<IndexStats> stats) {
    lanes.put(lane, stats);
  }

  @Override
  public void closed(int lane, Supplier<IndexStats> stats) {
    lanes.remove(lane, stats);
  }

  /** Number of pages routed, including those to dead-letters. */
  long routed() {
    return routed.sum() + setAside.sum();
  }

  long duplicates() {
    return duplicates.sum();
  }

  /** A figure summed over the open lanes. */
  long sum(ToLongFunction<IndexStats> figure) {
    return lanes.values().stream()
        .map(SteadyMeters::now)
        .filter(Objects::nonNull)
        .mapToLong(figure)
        .sum();
  }

  private static IndexStats now(Supplier<IndexStats> stats) {
    try {
      return stats.get();
    } catch (IndexException e) {
      return null; // being closed
    }
  }
}

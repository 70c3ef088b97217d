package dev.crawlsieve.stream.generation;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.pending.PageGoneException;
import dev.crawlsieve.stream.replay.VerdictCounts;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Counts the verdicts on a generation's pages, and on the same pages in the live one. */
final class GenerationReport {

  private final GenerationPlan plan;
  private final SortedMap<Integer, Long> firsts = new TreeMap<>();
  private final SortedMap<Integer, Long> lasts = new TreeMap<>();
  private long unjudged;
  private long deadLetters;
  private long gone;

  GenerationReport(GenerationPlan plan) {
    this.plan = plan;
  }

  /**
   * The result.
   *
   * @param begins the first offsets of the source's partitions
   */
  GenerationResult of(
      Map<TopicPartition, Long> begins, boolean already, boolean caughtUp, double seconds) {
    SieveConfig next = plan.next();
    VerdictCounts counts = VerdictCounts.read(next, this::noted);
    VerdictCounts live = VerdictCounts.read(plan.live(), this::decidedHere);
    if (next.topics().ownLog()) {
      countUnjudged(next);
    }
    countDeadLetters(next);
    return new GenerationResult(
        next.topics(),
        plan.ownLogBecause().isPresent(),
        already,
        caughtUp,
        counts,
        live,
        unjudged,
        deadLetters,
        gone,
        cut(begins),
        seconds,
        plan.runSettings());
  }

  private boolean noted(Verdict verdict) {
    Coordinates place = place(verdict);
    firsts.merge(place.partition(), place.offset(), Math::min);
    lasts.merge(place.partition(), place.offset(), Math::max);
    return true;
  }

  private boolean decidedHere(Verdict verdict) {
    Coordinates place = place(verdict);
    return place.offset() >= firsts.getOrDefault(place.partition(), Long.MAX_VALUE)
        && place.offset() <= lasts.getOrDefault(place.partition(), -1L);
  }

  /** The coordinates of a verdict's page in the source of both generations. */
  private Coordinates place(Verdict verdict) {
    return plan.next().topics().ownLog()
        ? verdict.source()
        : new Coordinates(verdict.lane(), verdict.laneOffset());
  }

  private void countUnjudged(SieveConfig next) {
    TopicSpan.required(next, next.topics().unjudged())
        .read(
            page -> {
              unjudged++;
            });
  }

  private void countDeadLetters(SieveConfig next) {
    TopicSpan.required(next, next.topics().deadLetters())
        .read(
            letter -> {
              deadLetters++;
              if (PageGoneException.class
                  .getName()
                  .equals(RecordJson.header(letter, DeadLetters.EXCEPTION))) {
                gone++;
              }
            });
  }

  /** The first decided offset of each partition whose beginning retention has removed. */
  private SortedMap<Integer, Long> cut(Map<TopicPartition, Long> begins) {
    SortedMap<Integer, Long> cut = new TreeMap<>();
    begins.forEach(
        (partition, begin) -> {
          if (begin > 0) {
            cut.put(partition.partition(), firsts.getOrDefault(partition.partition(), begin));
          }
        });
    return cut;
  }
}

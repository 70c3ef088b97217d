package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicSpan;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * How the verdicts of a generation are distributed, without those on reference pages.
 *
 * @param pages pages that were decided on
 * @param unique pages kept
 * @param exact dropped as the same content under another URL
 * @param near dropped as nearly the same content under another URL
 * @param revisit dropped as an earlier version of the same URL
 */
public record VerdictCounts(long pages, long unique, long exact, long near, long revisit) {

  /** The number of pages dropped. */
  public long duplicate() {
    return pages - unique;
  }

  /** The number of pages dropped by an override. */
  public long overridden() {
    return duplicate() - exact - near - revisit;
  }

  /**
   * Counts the committed verdicts. Unreadable ones are skipped: they are among the dead letters.
   */
  public static VerdictCounts read(SieveConfig config, Predicate<Verdict> wanted) {
    long[] unique = new long[1];
    Map<Verdict.Kind, Long> kinds = new EnumMap<>(Verdict.Kind.class);
    TopicSpan.required(config, config.topics().verdicts())
        .read(
            record -> {
              try {
                Verdict verdict = VerdictCodec.decode(record.value());
                if (!verdict.reference() && wanted.test(verdict)) {
                  if (verdict.decision() == Verdict.Decision.UNIQUE) {
                    unique[0]++;
                  } else {
                    kinds.merge(verdict.kind(), 1L, Long::sum);
                  }
                }
              } catch (UnreadableVerdictException e) {
                // is among the dead letters
              }
            });
    long exact = kinds.getOrDefault(Verdict.Kind.EXACT, 0L);
    long near = kinds.getOrDefault(Verdict.Kind.NEAR, 0L);
    long revisit = kinds.getOrDefault(Verdict.Kind.REVISIT, 0L);
    long dropped = kinds.values().stream().mapToLong(Long::longValue).sum();
    return new VerdictCounts(unique[0] + dropped, unique[0], exact, near, revisit);
  }
}

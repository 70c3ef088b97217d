package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.Stoppable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stored verdict.
 *
 * @param at its position on its topic
 * @param verdict the decoded verdict; null if the value is not one
 * @param fault what is wrong with the value; null if it is a verdict
 */
record PublishedVerdict(
    Coordinates at, byte[] value, @Nullable Verdict verdict, @Nullable String fault) {

  /**
   * Reads the verdicts of a source, until they end or the work should stop. They are read on a
   * thread of their own and decoded on all cores.
   *
   * @param user receives the verdicts, in order
   */
  static void read(
      ReplaySource source,
      ProgressListener listener,
      Stoppable stops,
      Consumer<PublishedVerdict> user) {
    try (ReadAhead<PublishedVerdict> ahead =
        new ReadAhead<>(
            each ->
                source.readVerdicts(
                    (at, value) -> each.accept(new PublishedVerdict(at, value, null, null)),
                    progress -> listener.accept("verdicts", progress)))) {
      ahead.forEach(PublishedVerdict::decoded, stops, user);
    }
  }

  private PublishedVerdict decoded() {
    try {
      return new PublishedVerdict(at, value, VerdictCodec.decode(value), null);
    } catch (UnreadableRecordException e) {
      return new PublishedVerdict(at, value, null, e.getMessage());
    }
  }
}

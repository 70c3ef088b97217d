package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.Stoppable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A verdict as it is stored.
 *
 * @param at its position on its topic
 * @param verdict null if it is not one
 * @param fault what is wrong with it in that case
 */
record PublishedVerdict(
    Coordinates at, byte[] value, @Nullable Verdict verdict, @Nullable String fault) {

  /**
   * Reads the verdicts of a source until they end or the work should stop: on its own thread, and
   * decodes them on all cores.
   *
   * @param user receives them in order
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
    } catch (UnreadableVerdictException e) {
      return new PublishedVerdict(at, value, null, e.getMessage());
    }
  }
}

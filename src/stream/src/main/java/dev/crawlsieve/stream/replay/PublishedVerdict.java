package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.ProgressListener;
import dev.crawlsieve.core.work.Stoppable;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A verdict as it is stored.
 *
 * @param at its position on its topic
 */
record PublishedVerdict(Coordinates at, byte[] value) {

  /**
   * Reads the verdicts of a source, on a thread of its own, until they end or the work is to stop.
   *
   * @param decode runs on all cores
   * @param user receives what was decoded, in order
   */
  static <R> void read(
      ReplaySource source,
      ProgressListener listener,
      Stoppable stops,
      Function<PublishedVerdict, R> decode,
      Consumer<R> user) {
    try (ReadAhead<PublishedVerdict> ahead =
        new ReadAhead<>(
            each ->
                source.readVerdicts(
                    (at, value) -> each.accept(new PublishedVerdict(at, value)),
                    progress -> listener.accept("verdicts", progress)))) {
      ahead.forEach(decode, stops, user);
    }
  }
}

package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.input.InputException;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.topology.PageMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/** Fills the log of fingerprints with those of real pages. */
final class RealLog {

  private static final int TELL_EVERY = 1_000;

  /** Time between pages, so that some expire where there is a retention. */
  private static final long EVERY_MILLIS = 1_000;

  private final SieveConfig config;
  private final List<InputGroup> inputs;
  private final Stoppable work;
  private final Consumer<String> progress;

  /**
   * @param work asked often whether to continue
   * @param progress receives descriptions of the current step
   */
  RealLog(SieveConfig config, List<InputGroup> inputs, Stoppable work, Consumer<String> progress) {
    this.config = config;
    this.inputs = inputs;
    this.work = work;
    this.progress = progress;
  }

  /**
   * Produces the fingerprints of all pages that have one, a second apart.
   *
   * @param firstMillis time of the first page
   * @param lastMillis latest time of a page
   * @throws SieveException if an input cannot be read, or the broker rejects a fingerprint
   */
  MeasuredRun.Load produce(long firstMillis, long lastMillis) {
    PageMap map = new PageMap(config);
    try (PageFeed feed = PageFeed.open(inputs, config);
        FingerprintLog log = new FingerprintLog(config)) {
      for (InputPage next = feed.next(); next != null; next = feed.next()) {
        work.ensureGoingOn();
        long time = Math.min(lastMillis, firstMillis + log.pages() * EVERY_MILLIS);
        try {
          FingerprintedPage page =
              map.map(new Record<>(next.key(), next.value(), time), new Coordinates(0, log.pages()))
                  .page();
          log.add(page.scope(), time, FingerprintCodec.encode(page.fingerprint()));
        } catch (BadPageException | UnjudgedPageException | PoisonPageException e) {
          progress.accept("left out: " + e.getMessage());
        }
        if (log.pages() % TELL_EVERY == 0) {
          progress.accept(String.format(Locale.ROOT, "%,d fingerprints produced", log.pages()));
        }
      }
      return log.end();
    } catch (InputException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }
}

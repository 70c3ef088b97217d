package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Fills the log of fingerprints with synthetic ones. */
final class MadeUpLog {

  private static final int TELL_EVERY = 10_000;

  private final SieveConfig config;
  private final GrowthSettings growth;
  private final Stoppable work;
  private final Consumer<String> progress;

  /**
   * @param work asked often whether to continue
   * @param progress receives descriptions of the current step
   */
  MadeUpLog(SieveConfig config, GrowthSettings growth, Stoppable work, Consumer<String> progress) {
    this.config = config;
    this.growth = growth;
    this.work = work;
    this.progress = progress;
  }

  /**
   * Produces all of them.
   *
   * @param each receives each fingerprint in its stored form
   * @throws dev.crawlsieve.core.work.SieveException if the broker rejects one
   */
  MeasuredRun.Load produce(Consumer<byte[]> each) {
    return produce(null, each);
  }

  /**
   * Produces all of them.
   *
   * @param timestamp of each, in milliseconds; null for the time at which it is produced
   * @param each receives each fingerprint in its stored form
   * @throws dev.crawlsieve.core.work.SieveException if the broker rejects one
   */
  MeasuredRun.Load produce(Long timestamp, Consumer<byte[]> each) {
    try (FingerprintLog log = new FingerprintLog(config)) {
      MadeUpFingerprints source = source(growth);
      for (byte[] next = source.next(); next != null; next = source.next()) {
        log.add(source.scope(), timestamp, next);
        each.accept(next);
        if (log.pages() % TELL_EVERY == 0) {
          work.ensureGoingOn();
          progress.accept(String.format(Locale.ROOT, "%,d fingerprints produced", log.pages()));
        }
      }
      return log.end();
    }
  }

  /**
   * Produces those that follow until it is asked to stop. Their timestamps are when they are due.
   *
   * @param made number of those made so far, which are skipped
   * @param told receives the number of all that are made, after each
   * @throws dev.crawlsieve.core.work.SieveException if the broker rejects one
   */
  void produceMore(long made, PacedRun.Pace pace, LongConsumer told, Stoppable stop)
      throws InterruptedException {
    try (FingerprintLog log = new FingerprintLog(config)) {
      MadeUpFingerprints source = source(growth.endless());
      for (long i = 0; i < made; i++) {
        byte[] unused = source.next();
      }
      for (long i = 0; !stop.asked(); i++) {
        work.ensureGoingOn();
        byte[] next = source.next();
        log.add(source.scope(), pace.awaitDue(i), next);
        told.accept(made + i + 1);
      }
      MeasuredRun.Load unused = log.end();
    }
  }

  private MadeUpFingerprints source(GrowthSettings growth) {
    return new MadeUpFingerprints(
        growth, config.detector().maxDistance(), config.fingerprintHash());
  }
}

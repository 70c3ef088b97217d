package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Forwards further observations on a page whose fingerprint has been made. */
interface PageObserver {

  /** Does nothing. */
  PageObserver NONE = (page, timestamp, context) -> {};

  /** The most links to other pages that this observer reads from a page. */
  default int mostOutlinks() {
    return 0;
  }

  /**
   * Observes a page that got its fingerprint.
   *
   * @param timestamp the page's, milliseconds since 1970-01-01T00:00Z
   * @param context of the processor that makes fingerprints
   */
  void observe(FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context);
}

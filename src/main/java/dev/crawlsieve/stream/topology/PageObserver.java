package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Sends on what else there is to say of a page when its fingerprint has been made. */
interface PageObserver {

  /** Does nothing. */
  PageObserver NONE = (page, timestamp, context) -> {};

  /** How many of a page's links to other pages it looks at. */
  default int mostOutlinks() {
    return 0;
  }

  /**
   * Looks at a page that got its fingerprint.
   *
   * @param timestamp the page's, milliseconds since 1970-01-01T00:00Z
   * @param context of the processor that makes fingerprints
   */
  void observe(FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context);
}

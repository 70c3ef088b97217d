package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Forwards data of each page that is fingerprinted. */
@FunctionalInterface
public interface PageListener {

  /** The most links of a page that it needs, see {@link dev.crawlsieve.core.page.Page#outlinks}. */
  default int mostOutlinks() {
    return 0;
  }

  /**
   * Takes a page that will be decided on.
   *
   * @param timestamp timestamp of its record
   */
  void fingerprinted(
      FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context);
}

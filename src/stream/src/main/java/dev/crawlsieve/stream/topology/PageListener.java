package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Forwards data of each page that is fingerprinted. */
@FunctionalInterface
public interface PageListener {

  /**
   * Takes a page that will be decided on.
   *
   * @param timestamp timestamp of its record
   */
  void fingerprinted(
      FingerprintedPage page, long timestamp, ProcessorContext<byte[], Object> context);
}

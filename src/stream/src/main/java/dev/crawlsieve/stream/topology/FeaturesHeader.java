package dev.crawlsieve.stream.topology;

import dev.crawlsieve.sites.cluster.Features;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The header with what {@code clusters.policy} compares of a page, on the page's records from
 * {@code fingerprints} to the decider, if there are clusters. The features that detectors compare
 * are in the fingerprint itself.
 */
public final class FeaturesHeader {

  /** The header's name; its value is {@link Features#encode}. */
  static final String NAME = "crawlsieve.features";

  private FeaturesHeader() {}

  /**
   * Headers with the features of a page; none if they were not read.
   *
   * @param features see {@link Features#encode}
   */
  static Headers of(byte @Nullable [] features) {
    return features == null ? new RecordHeaders() : new RecordHeaders().add(NAME, features);
  }

  /** The features in a record's headers; empty if there are none or they cannot be read. */
  public static Optional<Features> read(Headers headers) {
    Header header = headers.lastHeader(NAME);
    return header == null ? Optional.empty() : Features.decode(header.value());
  }

  /**
   * Headers for the next record of the same page: only the page's features, if they can be read.
   */
  public static Headers carried(Headers headers) {
    return of(read(headers).map(Features::encode).orElse(null));
  }
}

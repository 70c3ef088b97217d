package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.config.ClusterSettings;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import java.util.function.Function;

/** Reads the features of a page that the clusters' policies compare. */
@FunctionalInterface
interface FeatureReader {

  /**
   * What a page declares about itself; {@code headers} returns a record header's value, or null.
   */
  Features read(Page page, PageText text, Function<String, byte[]> headers);

  /**
   * A reader for these cluster settings; if clusters are off, every page has {@link Features#NONE}.
   */
  static FeatureReader of(ClusterSettings clusters, SieveMeters meters) {
    return clusters.enabled()
        ? new DeclaredFeatures(clusters.scoreHeader(), meters)
        : (page, text, headers) -> Features.NONE;
  }
}

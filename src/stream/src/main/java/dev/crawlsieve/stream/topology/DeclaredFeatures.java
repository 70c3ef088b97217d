package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.config.ClusterSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.stream.meters.SieveMeters;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a page declares about itself besides its text. What cannot be read counts as not
 * declared and is reported to the meters; the page is still judged.
 */
final class DeclaredFeatures {

  private final boolean wanted;
  private final SieveMeters meters;
  private final CanonicalLink links = CanonicalLink.finder();

  DeclaredFeatures(ClusterSettings clusters, SieveMeters meters) {
    this.wanted = clusters.enabled();
    this.meters = meters;
  }

  /**
   * What a page declares about itself; {@link Features#NONE} where clusters are off.
   *
   * @param headers returns the value of a header of its record
   */
  Features read(Page page, PageText text, Function<String, byte @Nullable []> headers) {
    if (!wanted) {
      return Features.NONE;
    }
    return new Features(
        canonical(page, text), score(headers.apply(ClusterSettings.SCORE_HEADER)), fetched(page));
  }

  private Features.Canonical canonical(Page page, PageText text) {
    try {
      Optional<Boolean> own = links.namesItself(page, text);
      if (own.isEmpty()) {
        return Features.Canonical.NONE;
      }
      return own.get() ? Features.Canonical.OWN : Features.Canonical.OTHER;
    } catch (BadPageException e) {
      meters.unreadable("canonical");
      return Features.Canonical.NONE;
    }
  }

  private double score(byte[] header) {
    if (header == null) {
      return Double.NaN;
    }
    try {
      double score = Double.parseDouble(new String(header, UTF_8));
      if (Double.isFinite(score)) {
        return score;
      }
    } catch (NumberFormatException e) {
      // The same report as for a score that is not finite.
    }
    meters.unreadable("score");
    return Double.NaN;
  }

  private static long fetched(Page page) {
    return page.fetchTime().isEmpty()
        ? Features.UNKNOWN
        : Instant.parse(page.fetchTime()).toEpochMilli();
  }
}

package dev.crawlsieve.sites.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.FetchTime;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageHeaders;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads what a page declares about itself in addition to its text. A feature that cannot be read is
 * reported and counts as not declared; the page is still judged.
 */
public final class DeclaredFeatures implements PagePipeline.Declared {

  private final Consumer<String> unreadable;
  private final CanonicalLink links = new CanonicalLink();

  /**
   * @param unreadable called with the name of a feature that cannot be read
   */
  public DeclaredFeatures(Consumer<String> unreadable) {
    this.unreadable = unreadable;
  }

  /** The features that a page declares, in the form of {@link Features#encode}. */
  @Override
  public byte[] read(Page page, String canonical, PageHeaders headers) {
    return new Features(
            canonical(page, canonical),
            score(headers.apply(ClusterSettings.SCORE_HEADER)),
            fetched(page))
        .encode();
  }

  private Features.Canonical canonical(Page page, String written) {
    try {
      Optional<Boolean> own = links.namesItself(page, written);
      if (own.isEmpty()) {
        return Features.Canonical.NONE;
      }
      return own.get() ? Features.Canonical.OWN : Features.Canonical.OTHER;
    } catch (BadPageException e) {
      unreadable.accept("canonical");
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
      // Reported below, like a score that is not finite.
    }
    unreadable.accept("score");
    return Double.NaN;
  }

  private static long fetched(Page page) {
    return page.fetchTime().isEmpty() ? Features.UNKNOWN : FetchTime.millis(page.fetchTime());
  }
}

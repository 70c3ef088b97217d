package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.page.FetchTime;
import dev.crawlsieve.core.page.UrlNormalizer;
import org.jspecify.annotations.Nullable;

/** Reads what single pages tell of their sites, a pure function of the page. Not thread-safe. */
public final class PageObserver {

  private final UrlNormalizer urls;
  private final long seed;

  /** An observer of pages that are fingerprinted with these settings. */
  public PageObserver(FingerprintSettings settings) {
    this.urls = UrlNormalizer.of(settings.page());
    long[] keys = settings.seed().keys();
    this.seed = keys.length == 0 ? 0 : keys[0];
  }

  /**
   * What a page tells of its site.
   *
   * @param site name of the site: the host of the normalised URL
   * @param blocks the page's blocks, in a stored form of at most 90,000 bytes
   */
  public record Observed(String site, byte[] blocks) {}

  /**
   * Reads a page.
   *
   * @param timestamp of its record, which counts if the page does not say when it was fetched;
   *     milliseconds since 1970-01-01T00:00Z
   * @return null if it has no visible text
   */
  public @Nullable Observed observe(FingerprintedPage page, long timestamp) {
    String normalized = urls.normalize(page.page().address());
    String site = UrlNormalizer.host(normalized);
    String fetched = page.page().fetchTime();
    SitePage observed =
        SitePage.of(
            site,
            page.fingerprint().url(),
            Hashing.xxh3_64(seed).hashBytesToLong(normalized.getBytes(UTF_8)),
            fetched.isEmpty() ? timestamp : FetchTime.millis(fetched),
            page.text());
    return observed.blocks() == 0 ? null : new Observed(site, observed.encode());
  }
}

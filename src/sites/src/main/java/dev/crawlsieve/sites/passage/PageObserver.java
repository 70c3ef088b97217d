package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.page.FetchTime;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UrlNormalizer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what pages tell of their sites. Leaves out pages that cannot be counted, which are most of
 * a large site's. Threads may share it: the more pages it sees, the more it leaves out.
 */
public final class PageObserver {

  private final Hasher64 hasher;
  private final SiteKeys keys = new SiteKeys(Passages.BOUNDS);

  /** An observer of pages that are fingerprinted with these settings. */
  public PageObserver(FingerprintSettings settings) {
    long[] seed = settings.seed().keys();
    this.hasher = Hashing.xxh3_64(seed.length == 0 ? 0 : seed[0]);
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
   * @return null if it has no visible text, or cannot be counted
   */
  public @Nullable Observed observe(FingerprintedPage page, long timestamp) {
    String name = UrlNormalizer.host(page.normalized());
    long key = hasher.hashBytesToLong(page.normalized().getBytes(UTF_8));
    SiteKeys.Site site = keys.of(name, key);
    if (site == null) {
      return null;
    }
    PageText text = page.text();
    ChosenLines lines = ChosenLines.of(text.blocks());
    if (lines.size() == 0) {
      return null;
    }
    String fetched = page.page().fetchTime();
    long time = fetched.isEmpty() ? timestamp : FetchTime.millis(fetched);
    synchronized (site) {
      int others = site.add(key);
      byte[] blocks =
          SitePage.encode(
              name, page.fingerprint().url(), key, time, others, text, lines, site::says);
      return new Observed(name, blocks);
    }
  }
}

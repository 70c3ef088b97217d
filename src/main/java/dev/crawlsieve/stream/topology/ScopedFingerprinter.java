package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.Acceptance;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.Fingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.function.Function;

/** Makes the fingerprint of a page record, and names its scope. Not thread-safe. */
public final class ScopedFingerprinter {

  private final PageReader reader;
  private final Acceptance acceptance;
  private final TextExtractor extractor;
  private final UrlNormalizer urls;
  private final ScopeNamer scopes;
  private final Fingerprinter fingerprinter;
  private final FeatureReader features;

  /**
   * @param pages how records become pages
   */
  public ScopedFingerprinter(SieveConfig config, PageSettings pages) {
    this(config, pages, SieveMeters.NONE, 0);
  }

  ScopedFingerprinter(
      SieveConfig config, PageSettings pages, SieveMeters meters, int mostOutlinks) {
    this.reader = PageReader.of(pages, mostOutlinks);
    this.acceptance = new Acceptance(config.accept());
    this.extractor = TextExtractor.of(config.text());
    this.urls = UrlNormalizer.of(pages);
    this.scopes = new ScopeNamer(config.scope(), urls);
    this.fingerprinter = new Fingerprinter(config.shingles(), config.fingerprintHash());
    this.features =
        config.clusters().enabled()
            ? new FeatureReader(config.clusters().scoreHeader(), meters)
            : null;
  }

  /** Why the last page could not be read in one pass, see {@link TextExtractor#doubt}, or null. */
  String doubt() {
    return extractor.doubt();
  }

  /**
   * The fingerprint of a page record.
   *
   * @param headers gives a record header's value, or null
   * @param at where the record stands
   * @param timestamp the record's timestamp, milliseconds since 1970-01-01T00:00Z
   * @throws BadPageException if the record is no page, or the header that names its scope is
   *     missing
   * @throws UnjudgedPageException if it is a page that is not judged
   */
  public ScopedFingerprint fingerprint(
      byte[] key, byte[] value, Function<String, byte[]> headers, Coordinates at, long timestamp)
      throws BadPageException, UnjudgedPageException {
    Page page = reader.read(key, value, headers);
    acceptance.ensureAccepted(page);
    String url = urls.normalize(page.url());
    byte[] scope = scopes.name(url, headers);
    PageText text = extractor.extract(page);
    Fingerprint fingerprint = fingerprinter.fingerprint(page, text, url, at, timestamp);
    acceptance.ensureSaysSomething(text, fingerprint.nearEligible());
    return new ScopedFingerprint(
        scope,
        fingerprint,
        features == null ? null : features.read(page, text, headers),
        page.outlinks());
  }
}

package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.Acceptance;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.maintext.Block;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.List;
import java.util.function.Function;

/**
 * Makes the fingerprint of a page, and names its scope: the same for the same bytes, whoever asks.
 * Not thread-safe.
 */
public final class PageFingerprinter {

  private final PageReader reader;
  private final Acceptance acceptance;
  private final TextExtractor extractor;
  private final UrlNormalizer urls;
  private final ScopeNamer scopes;
  private final Fingerprinter fingerprinter;

  /** A fingerprinter of pages in the shape that the settings name. */
  public PageFingerprinter(FingerprintSettings settings) {
    this(settings, settings.page());
  }

  /**
   * A fingerprinter of pages in another shape.
   *
   * @param pages how records become pages
   */
  public PageFingerprinter(FingerprintSettings settings, PageSettings pages) {
    this(settings, pages, 0);
  }

  /**
   * A fingerprinter that reads links, too.
   *
   * @param pages how records become pages
   * @param mostOutlinks how many of a page's links are read at most, see {@link Page#outlinks}
   */
  public PageFingerprinter(FingerprintSettings settings, PageSettings pages, int mostOutlinks) {
    this.reader = PageReader.of(pages, mostOutlinks);
    this.acceptance = new Acceptance(settings.accept());
    this.extractor = TextExtractor.of(settings.text());
    this.urls = UrlNormalizer.of(pages);
    this.scopes = new ScopeNamer(settings.scope(), urls);
    this.fingerprinter = new Fingerprinter(settings.shingles(), settings.hash());
  }

  /**
   * The fingerprint of a page.
   *
   * @param key the record's key, or null
   * @param value the record's value
   * @param headers gives a record header's value, or null
   * @param at where the record stands
   * @param timestamp the record's timestamp, milliseconds since 1970-01-01T00:00Z
   * @throws BadPageException if the record is no page, or the header that names its scope is
   *     missing
   * @throws UnjudgedPageException if it is a page that is not judged
   */
  public FingerprintedPage fingerprint(
      byte[] key, byte[] value, Function<String, byte[]> headers, Coordinates at, long timestamp)
      throws BadPageException, UnjudgedPageException {
    Page page = read(key, value, headers);
    acceptance.ensureAccepted(page);
    String url = normalized(page.url());
    byte[] scope = scopes.name(url, headers);
    PageText text = text(page);
    String doubt = extractor.doubt();
    Fingerprint fingerprint = fingerprint(page, text, url, at, timestamp);
    acceptance.ensureSaysSomething(text, fingerprint.nearEligible());
    return new FingerprintedPage(scope, fingerprint, page, text, doubt);
  }

  // The steps, for those who show one of them. They judge no page: each is read, accepted or not.

  /**
   * The page of a record.
   *
   * @throws BadPageException if it is none
   */
  public Page read(byte[] key, byte[] value, Function<String, byte[]> headers)
      throws BadPageException {
    return reader.read(key, value, headers);
  }

  /**
   * The form that all URLs of a page share.
   *
   * @throws BadPageException if it is not an absolute http or https URL
   */
  public String normalized(String url) throws BadPageException {
    return urls.normalize(url);
  }

  /**
   * What a page says.
   *
   * @throws BadPageException if to read it takes too much
   */
  public PageText text(Page page) throws BadPageException {
    return extractor.extract(page);
  }

  /**
   * The blocks that a page's text was chosen from.
   *
   * @throws BadPageException if to read it takes too much
   */
  public List<Block> blocks(Page page) throws BadPageException {
    return extractor.blocks(page);
  }

  /** The fingerprint of a page that stands at a place and says this. */
  public Fingerprint fingerprint(
      Page page, PageText text, String normalizedUrl, Coordinates at, long timestamp) {
    return fingerprinter.fingerprint(page, text, normalizedUrl, at, timestamp);
  }
}

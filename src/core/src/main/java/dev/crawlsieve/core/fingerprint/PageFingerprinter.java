package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.Acceptance;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import dev.crawlsieve.core.maintext.Block;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.page.UrlNormalizer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the fingerprint of a record's page, and names the page's scope. Both are pure functions of
 * the record and the settings. Not thread-safe.
 */
public final class PageFingerprinter {

  private final PageReader reader;
  private final Acceptance acceptance;
  private final TextExtractor extractor;
  private final UrlNormalizer urls;
  private final ScopeNamer scopes;
  private final FingerprintSettings settings;
  private final @Nullable KnownBodies known;

  /** Made on first use: pages can be read without the seed. */
  private @Nullable Fingerprinter fingerprinter;

  /** A fingerprinter of pages in the configured format, whose records hold their bodies. */
  public PageFingerprinter(FingerprintSettings settings) {
    this(settings, settings.page(), BodySource.NONE, null);
  }

  /**
   * A fingerprinter of pages in another format, and with another source of bodies.
   *
   * @param pages how records are read as pages
   * @param bodies reads the bodies that events refer to
   * @param known bodies that were read recently; null to read every body
   */
  public PageFingerprinter(
      FingerprintSettings settings,
      PageSettings pages,
      BodySource bodies,
      @Nullable KnownBodies known) {
    this.reader = PageReader.of(pages, bodies);
    this.acceptance = new Acceptance(settings.accept());
    this.extractor = new TextExtractor(settings.text());
    this.urls = UrlNormalizer.of(pages);
    this.scopes = new ScopeNamer(settings.scope());
    this.settings = settings;
    this.known = known;
  }

  /**
   * The fingerprint of a page.
   *
   * @param key the record's key
   * @param value the record's value
   * @param headers returns a record header's value
   * @param at the record's position
   * @param timestamp the record's timestamp, milliseconds since 1970-01-01T00:00Z
   * @throws BadPageException if the record is not a page, or the header that names its scope is
   *     missing
   * @throws UnjudgedPageException if it is a page that is not judged
   */
  public FingerprintedPage fingerprint(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Function<String, byte @Nullable []> headers,
      Coordinates at,
      long timestamp)
      throws BadPageException, UnjudgedPageException {
    Page page = acceptance.accepted(reader.read(key, value, headers));
    String url = urls.normalize(page.address());
    byte[] scope = scopes.name(url, headers);
    Read read = known == null ? reading(page) : reading(page, known);
    BodyReading body = read.body();
    Fingerprint fingerprint = fingerprinter().fingerprint(page, body, url, at, timestamp);
    acceptance.ensureSaysSomething(body.refresh(), body.nearEligible());
    return new FingerprintedPage(scope, fingerprint, page, url, body.canonical(), read.text());
  }

  private record Read(BodyReading body, Supplier<PageText> text) {}

  private Read reading(Page page, KnownBodies of) throws BadPageException {
    ContentHash key = of.key(page, settings.hash());
    BodyReading body = of.get(key);
    if (body != null) {
      return new Read(body, () -> again(page));
    }
    Read read = reading(page);
    of.put(key, read.body());
    return read;
  }

  private Read reading(Page page) throws BadPageException {
    PageText text = text(page);
    return new Read(fingerprinter().reading(page, text), () -> text);
  }

  private PageText again(Page page) {
    try {
      return text(page);
    } catch (BadPageException e) {
      throw new IllegalStateException("a body that was read cannot be read again", e);
    }
  }

  private Fingerprinter fingerprinter() {
    if (fingerprinter == null) {
      fingerprinter = new Fingerprinter(settings.seed(), settings.hash());
    }
    return fingerprinter;
  }

  // The single steps, for callers that show one of them. They read every page, even one that would
  // not be judged.

  /**
   * The page of a record, as it is judged.
   *
   * @throws BadPageException if the record is not a page
   */
  public Page read(
      byte @Nullable [] key, byte @Nullable [] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return acceptance.asJudged(reader.read(key, value, headers));
  }

  /**
   * The page as it is judged. Only its type is checked, not its status or length.
   *
   * @throws UnjudgedPageException if pages of its type are not judged, for example bytes that are
   *     no text
   */
  public Page ofJudgedType(Page page) throws UnjudgedPageException {
    return acceptance.ofJudgedType(page);
  }

  /**
   * The first {@code fetchTime} that was ignored because it is not a time; null if there was none.
   */
  public @Nullable String oddTime() {
    return reader.oddTime();
  }

  /**
   * The URL of a record's page, without reading a body that its event refers to.
   *
   * @throws BadPageException if the record is not a page
   */
  public String url(
      byte @Nullable [] key, byte @Nullable [] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return reader.url(key, value, headers);
  }

  /**
   * The normal form shared by all URLs of a page.
   *
   * @throws BadPageException if it is not an absolute http or https URL
   */
  public String normalized(String url) throws BadPageException {
    return urls.normalize(url);
  }

  /**
   * The name of the scope in which a page is compared.
   *
   * @param url the page's URL
   * @param headers returns a record header's value
   * @throws BadPageException if the URL is not an absolute http or https URL, or the header that
   *     names the scope is missing
   */
  public byte[] scope(String url, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return scopes.name(normalized(url), headers);
  }

  /**
   * The text of a page.
   *
   * @throws BadPageException if reading it takes too much work
   */
  public PageText text(Page page) throws BadPageException {
    return extractor.extract(page);
  }

  /**
   * The blocks that a page's text was chosen from.
   *
   * @throws BadPageException if reading it takes too much work
   */
  public List<Block> blocks(Page page) throws BadPageException {
    return extractor.blocks(page);
  }

  /**
   * The fingerprint of a page with this position and text.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if only the hash of the seed is known
   */
  public Fingerprint fingerprint(
      Page page, PageText text, String normalizedUrl, Coordinates at, long timestamp) {
    return fingerprinter().fingerprint(page, text, normalizedUrl, at, timestamp);
  }

  /** The hash of a page's body in its fingerprint: XXH3-64. */
  public static long bodyHash(Page page) {
    return ContentHasher.bodyHash(page);
  }
}

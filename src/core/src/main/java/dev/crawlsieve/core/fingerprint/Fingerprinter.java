package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.PageNamer;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.CanonicalLink;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.page.UrlNormalizer;

/**
 * Makes fingerprints of pages whose text is extracted: the last step of {@link PageFingerprinter}.
 * A fingerprint is a pure function of the arguments and the settings.
 *
 * <p>Not thread-safe, because buffers are reused from page to page: use one per task.
 */
public final class Fingerprinter {

  /**
   * The longest language tag, in {@code char}s: a longer one is not a language and would not fit
   * the stored form.
   */
  private static final int LONGEST_LANGUAGE = 63;

  private final int settingsHash;
  private final Tokenizer tokenizer;
  private final TextReading compared;
  private final TextReading others;
  private final Shingler shingler;
  private final SimHash rest = new SimHash();
  private final Shingler restShingler;
  private final BlockHasher blocks;
  private final Elements elements = new Elements();
  private final ContentHasher hasher = new ContentHasher();
  private final PageNamer namer = new PageNamer();
  private final CanonicalLink links = new CanonicalLink();
  private String lastHost = "";
  private String lastSite = "";

  /**
   * @param seed the secret that goes into the hashes of text
   * @param settingsHash hash of all settings that affect a fingerprint
   * @throws dev.crawlsieve.core.config.SettingsException if only the hash of the seed is known
   */
  public Fingerprinter(FingerprintSeed seed, int settingsHash) {
    HashKeys keys = HashKeys.of(seed);
    this.settingsHash = settingsHash;
    tokenizer = new Tokenizer(keys);
    compared = new TextReading(tokenizer, true);
    others = new TextReading(new Tokenizer(keys), false);
    shingler = new Shingler(ShingleSettings.WIDTH, keys, elements);
    restShingler = new Shingler(ShingleSettings.WIDTH, keys, rest::addAll);
    blocks = new BlockHasher(keys);
  }

  /**
   * The fingerprint of a page.
   *
   * <p>The content hash is over the text, or over the body if the text has no token, or over the
   * URL if there is no body either.
   *
   * @param page the page as produced
   * @param text its extracted text
   * @param normalizedUrl its URL in normal form: equivalent URLs are equal strings
   * @param source the page's position
   * @param timestamp the page record's timestamp, milliseconds since 1970-01-01T00:00Z
   */
  public Fingerprint fingerprint(
      Page page, PageText text, String normalizedUrl, Coordinates source, long timestamp) {
    return fingerprint(page, reading(page, text), normalizedUrl, source, timestamp);
  }

  /** Reads a page's body. The result depends on neither the page's URL nor its time. */
  BodyReading reading(Page page, PageText text) {
    elements.reset();
    rest.reset();
    String title = text.lists() ? "" : text.title(); // the name of a list is no text
    tokenizer.tokenize(title, restShingler);
    compared.begin(text.compared(), text.blocks(), shingler);
    others.begin(text.rest(), text.blocks(), restShingler);
    BlockList list = blocks.list(text, compared, others);
    int tokens = compared.end();
    others.end();
    int shingles = shingler.finish();
    int restShingles = restShingler.finish();
    int flags =
        (tokens > 0 ? Fingerprint.FLAG_TEXT : 0)
            | (shingles >= ShingleSettings.LEAST ? Fingerprint.FLAG_NEAR_ELIGIBLE : 0)
            | (text.mainFallback() ? Fingerprint.FLAG_MAIN_FALLBACK : 0)
            | (text.lists() ? Fingerprint.FLAG_LIST : 0)
            | (page.bytes() ? Fingerprint.FLAG_BYTES : 0);
    String language = text.language().length() > LONGEST_LANGUAGE ? "" : text.language();
    return new BodyReading(
        text.title(),
        text.heading(),
        text.canonical(),
        text.refresh(),
        tokens > 0 ? hasher.ofText(text.compared().utf8()) : null,
        ContentHasher.bodyHash(page),
        elements.simhash().value(),
        rest.value(),
        elements.sketch().value(),
        list,
        tokens,
        shingles,
        restShingles,
        language,
        text.charset(),
        flags);
  }

  /**
   * Like {@link #fingerprint(Page, PageText, String, Coordinates, long)}, for a body that was read.
   */
  Fingerprint fingerprint(
      Page page, BodyReading body, String normalizedUrl, Coordinates source, long timestamp) {
    return new Fingerprint(
        source,
        timestamp,
        page.url(),
        hasher.hash(normalizedUrl),
        body.content() == null ? hasher.ofBody(page, normalizedUrl) : body.content(),
        body.bodyHash(),
        body.simhash(),
        body.rest(),
        body.sketch(),
        name(page, body, normalizedUrl),
        body.blocks(),
        body.tokens(),
        body.shingles(),
        body.restShingles(),
        body.language(),
        body.charset(),
        body.flags()
            | (page.reference() ? Fingerprint.FLAG_REFERENCE : 0)
            | (page.cut() ? Fingerprint.FLAG_CUT : 0),
        settingsHash);
  }

  /** A page of markup has a name, if only its address; plain text has just an address. */
  private PageName name(Page page, BodyReading text, String normalizedUrl) {
    String site = site(normalizedUrl);
    if (text.title().isEmpty() && text.heading().isEmpty() && !page.type().isHtml()) {
      return namer.untitled(normalizedUrl, site);
    }
    String canonical = canonical(page, text.canonical(), site);
    return namer.name(
        text.title(), text.heading(), text.language(), normalizedUrl, site, canonical);
  }

  /**
   * The registered domain of a URL in normal form. The last one is remembered, since a crawl often
   * visits many pages of a host in a row.
   */
  private String site(String normalizedUrl) {
    String host = UrlNormalizer.host(normalizedUrl);
    if (!host.equals(lastHost)) {
      lastSite = UrlNormalizer.domain(normalizedUrl);
      lastHost = host;
    }
    return lastSite;
  }

  private String canonical(Page page, String written, String site) {
    try {
      String address = links.address(page, written);
      return !address.isEmpty() && site(address).equals(site) ? address : "";
    } catch (BadPageException e) {
      return ""; // not a valid address
    }
  }
}

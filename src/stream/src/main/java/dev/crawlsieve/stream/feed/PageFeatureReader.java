package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.eval.PageFeatures;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.Tokenizer;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.maintext.Block;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.PageMap;
import java.util.List;

/** Reads and fingerprints pages for commands that need no broker. Not thread-safe. */
public final class PageFeatureReader {

  private static final Coordinates NOWHERE = new Coordinates(0, 0);

  private final SieveConfig config;
  private final PageFingerprinter fingerprinter;

  public PageFeatureReader(SieveConfig config) {
    this.config = config;
    this.fingerprinter = PageMap.fingerprinter(config);
  }

  /**
   * The page of an input.
   *
   * @throws BadPageException if it is not a page
   */
  public Page page(InputPage input) throws BadPageException {
    if (input.defect() != null) {
      throw new BadPageException(input.defect());
    }
    return page(input.key(), input.value());
  }

  /**
   * The page of a record.
   *
   * @throws BadPageException if it is not a page
   */
  public Page page(byte[] key, byte[] value) throws BadPageException {
    return fingerprinter.read(key, value, name -> null);
  }

  /**
   * The normal form of a URL.
   *
   * @throws BadPageException if it is not an absolute http or https URL
   */
  public String normalized(String url) throws BadPageException {
    return fingerprinter.normalized(url);
  }

  /**
   * The text of a page.
   *
   * @throws BadPageException if reading it costs too much
   */
  public PageText text(Page page) throws BadPageException {
    return fingerprinter.text(page);
  }

  /**
   * The blocks from which a page's text was chosen.
   *
   * @throws BadPageException if reading it costs too much
   */
  public List<Block> blocks(Page page) throws BadPageException {
    return fingerprinter.blocks(page);
  }

  /** The fingerprint of a page at the given coordinates, as made by the stream. */
  public Fingerprint fingerprint(
      Page page, PageText text, String normalizedUrl, Coordinates at, long timestamp) {
    return fingerprinter.fingerprint(page, text, normalizedUrl, at, timestamp);
  }

  /**
   * The features of a page.
   *
   * @throws BadPageException if its URL is invalid, or reading it costs too much
   */
  PageFeatures features(Page page) throws BadPageException {
    PageText text = text(page);
    Fingerprint fingerprint = fingerprint(page, text, normalized(page.url()), NOWHERE, 0);
    return new PageFeatures(
        page.url(),
        page.bytes() == null ? page.text().getBytes(UTF_8) : page.bytes(),
        text.text(),
        Tokenizer.of(config.shingles()).tokens(text.text()),
        fingerprint);
  }
}

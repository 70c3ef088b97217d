package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.eval.PageFeatures;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.Tokenizer;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.PageMap;

/** Reads and fingerprints pages for commands that need no broker. Not thread-safe. */
public final class PageFeatureReader {

  private static final Coordinates NOWHERE = new Coordinates(0, 0);

  private final SieveConfig config;
  private final PageFingerprinter steps;

  public PageFeatureReader(SieveConfig config) {
    this.config = config;
    this.steps = PageMap.fingerprinter(config);
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
    return steps.read(key, value, name -> null);
  }

  /** The single steps that make a fingerprint, as in the stream. */
  public PageFingerprinter steps() {
    return steps;
  }

  /**
   * The features of a page.
   *
   * @throws BadPageException if its URL is invalid, or reading it costs too much
   */
  PageFeatures features(Page page) throws BadPageException {
    PageText text = steps.text(page);
    String url = steps.normalized(page.url());
    return new PageFeatures(
        page.url(),
        page.body().bytes(),
        text.text(),
        Tokenizer.of(config.shingles()).tokens(text.text()),
        steps.fingerprint(page, text, url, NOWHERE, 0));
  }
}

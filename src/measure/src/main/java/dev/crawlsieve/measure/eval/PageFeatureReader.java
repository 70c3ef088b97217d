package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.Tokenizer;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.stream.config.SieveConfig;
import org.jspecify.annotations.Nullable;

/** Reads and fingerprints pages for commands that need no broker. Not thread-safe. */
public final class PageFeatureReader {

  private static final Coordinates NOWHERE = new Coordinates(0, 0);

  private final PageFingerprinter steps;

  public PageFeatureReader(SieveConfig config) {
    this.steps = Bodies.steps(config.fingerprinting(), config.bodyRefs());
  }

  /**
   * The page in an input.
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
   * The page in a record.
   *
   * @throws BadPageException if it is not a page
   */
  public Page page(byte @Nullable [] key, byte[] value) throws BadPageException {
    return steps.read(key, value, name -> null);
  }

  /** The steps that make a fingerprint, as in the stream, for callers that need single ones. */
  public PageFingerprinter steps() {
    return steps;
  }

  /**
   * The page as a record of the stream's index; all pages have the same scope.
   *
   * @throws BadPageException if its URL is invalid, or reading it costs too much
   */
  public ComparedPage record(Page page) throws BadPageException {
    return record(page, steps.text(page));
  }

  private ComparedPage record(Page page, PageText text) throws BadPageException {
    String url = steps.normalized(page.url());
    return ComparedPage.of(
        ScopeKey.NONE, 0, steps.fingerprint(page, text, url, NOWHERE, 0).toBytes());
  }

  /**
   * The features of a page that are compared.
   *
   * @throws BadPageException if its URL is invalid, or reading it costs too much
   */
  public PageFeatures features(Page page) throws BadPageException {
    PageText text = steps.text(page);
    return new PageFeatures(text.text(), new Tokenizer().tokens(text.text()), record(page, text));
  }
}

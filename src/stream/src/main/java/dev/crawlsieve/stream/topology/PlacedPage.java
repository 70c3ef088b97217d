package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.engine.PureMap;
import dev.crawlsieve.core.engine.PureMap.PoisonPageException;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the record at a page's position is the page that was decided on, by the URL and by
 * the hash of the body as the pipeline reads them. A topic that was mirrored, restored or recreated
 * has other pages at its offsets. Not thread-safe.
 */
public final class PlacedPage {

  /**
   * An instance that finds more than this many other pages stops. A few may be at the end of a
   * partition whose last records the brokers have lost, for example in an unclean election.
   */
  public static final int MOST_OTHERS = 10;

  private final String topic;
  private final PureMap<PageReader> readers;

  /** A check of the pages in the generation's topic of pages. */
  public PlacedPage(SieveConfig config) {
    PageSettings pages = config.page();
    this.topic = config.topics().pages();
    this.readers = new PureMap<>(() -> PageReader.of(pages, BodySource.UNREAD));
  }

  /**
   * Checks the record that is at a position.
   *
   * @param url URL of the page that was decided on, as produced
   * @param bodyHash its {@link dev.crawlsieve.core.fingerprint.Fingerprint#bodyHash}; empty if
   *     unknown
   * @throws OtherPageException if the record is not that page
   */
  public void ensureSame(
      String url,
      OptionalLong bodyHash,
      Coordinates at,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers)
      throws OtherPageException {
    Page page;
    try {
      page =
          readers.run(reader -> reader.withoutReferredBody(key, value, HeaderValues.of(headers)));
    } catch (BadPageException | UnjudgedPageException | PoisonPageException e) {
      throw new OtherPageException(
          "the record at %s is not a page, but %s was decided on: %s"
              .formatted(place(at), url, e.getMessage()));
    }
    ensureSame(url, at, page.url());
    // An empty body may be a body that the event refers to, which is not read again.
    if (bodyHash.isPresent()
        && page.body().bytes().length > 0
        && PageFingerprinter.bodyHash(page) != bodyHash.getAsLong()) {
      throw new OtherPageException(
          "the page at %s is %s with another body than was decided on".formatted(place(at), url));
    }
  }

  /**
   * Checks a page whose URL is known.
   *
   * @throws OtherPageException if it is not the one that was decided on
   */
  public void ensureSame(String url, Coordinates at, String found) throws OtherPageException {
    if (!FingerprintCodec.isUrl(url, found)) {
      throw new OtherPageException(
          "the page at %s is %s, but %s was decided on".formatted(place(at), found, url));
    }
  }

  /**
   * A message that says what is wrong if this happens at more than a few positions, and what to do.
   *
   * @param example the message of one exception
   */
  public static String otherTopic(SieveConfig config, String example) {
    return ("%s: topic '%s' was mirrored, restored or made again since, and its pages would come out"
            + " under verdicts on others. 'replay --into PREFIX' prepares a generation that reads"
            + " them again; see docs/operations.md, \"Other pages at their offsets\"")
        .formatted(example, config.topics().pages());
  }

  private String place(Coordinates at) {
    return topic + "-" + at.partition() + " offset " + at.offset();
  }

  /** There is another page at a page's position. */
  public static final class OtherPageException extends Exception {

    private static final long serialVersionUID = 1L;

    OtherPageException(String message) {
      super(message);
    }
  }
}

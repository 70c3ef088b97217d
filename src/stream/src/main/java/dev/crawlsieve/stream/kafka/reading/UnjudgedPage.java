package dev.crawlsieve.stream.kafka.reading;

import static dev.crawlsieve.stream.topology.HeaderValues.text;

import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page on {@code unjudged}, with the reason why it was not judged.
 *
 * @param url its URL as produced
 * @param page its position on the topic of pages, {@code partition@offset}; null if not stated
 * @param trait the trait that the settings do not accept; null if not stated
 * @param reason why it was not judged, in human-readable form; null if not stated
 */
public record UnjudgedPage(
    String url, @Nullable String page, @Nullable String trait, @Nullable String reason) {

  /**
   * Reads a record of the topic.
   *
   * @param headers returns a record header's value
   * @throws BadPageException if the record is not a page under the reader's settings
   */
  public static UnjudgedPage of(
      PageFingerprinter reader,
      byte[] key,
      byte[] value,
      Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return new UnjudgedPage(
        reader.url(key, value, headers),
        text(headers.apply(RoutedPage.PAGE)),
        text(headers.apply(RoutedPage.TRAIT)),
        text(headers.apply(RoutedPage.REASON)));
  }
}

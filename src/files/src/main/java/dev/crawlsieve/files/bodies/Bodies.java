package dev.crawlsieve.files.bodies;

import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.core.page.UrlNormalizer;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.files.input.ReferredRecord;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Reads bodies from the places that the settings list. A record is accepted only if it is exactly
 * as long as the reference says and its URL equals the event's in normal form. Not thread-safe.
 */
public final class Bodies implements BodySource {

  private final FileRanges files;
  private final HttpRanges addresses;
  private final UrlNormalizer urls;
  private final int maxBytes;

  private Bodies(BodyRefSettings settings, PageSettings pages) {
    this.files = new FileRanges(settings.folders());
    this.addresses = new HttpRanges(settings.prefixes(), settings.timeout());
    this.urls = UrlNormalizer.of(pages);
    this.maxBytes = pages.maxBytes();
  }

  /** A fingerprinter for callers that show its single steps, with these bodies. Not thread-safe. */
  public static PageFingerprinter steps(FingerprintSettings settings, BodyRefSettings refs) {
    return new PageFingerprinter(settings, settings.page(), of(refs, settings.page()), null);
  }

  /** A reader of bodies in the listed places; it refuses to read any if there are none. */
  public static BodySource of(BodyRefSettings settings, PageSettings pages) {
    return settings.isEmpty() ? BodySource.NONE : new Bodies(settings, pages);
  }

  @Override
  public ReferredBody read(BodyRef ref, HttpUrl url) throws BadPageException {
    try {
      ReferredRecord record = ReferredRecord.read(stored(ref), maxBytes);
      if (!sameUrl(record.url(), url)) {
        throw new UnreadableBodyException("the record there archives another URL");
      }
      return record.page();
    } catch (UnreadableBodyException | IOException e) {
      throw new BadPageException("the body at " + ref + " cannot be had: " + e.getMessage(), e);
    }
  }

  private byte[] stored(BodyRef ref) throws UnreadableBodyException {
    int most = ReferredRecord.maxStoredBytes(maxBytes);
    if (ref.length() > most) {
      throw new UnreadableBodyException(
          "a record of at most " + maxBytes + " bytes (page.max.bytes) is not that long");
    }
    if (ref.offset() > Long.MAX_VALUE - most) {
      throw new UnreadableBodyException("no archive is that long");
    }
    URI uri = uri(ref.uri());
    int length = (int) ref.length();
    return switch (Ascii.lower(uri.getScheme())) {
      case "file" -> files.read(uri, ref.offset(), length);
      case "http", "https" -> addresses.read(uri, ref.offset(), length);
      default -> throw new UnreadableBodyException("its URI must begin with file, http or https");
    };
  }

  private static URI uri(String text) throws UnreadableBodyException {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null && !uri.isOpaque()) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new UnreadableBodyException("its URI is malformed", e);
    }
    throw new UnreadableBodyException("its URI must be absolute");
  }

  private boolean sameUrl(String archived, HttpUrl url) {
    if (archived.equals(url.given())) {
      return true;
    }
    try {
      return urls.normalize(archived).equals(urls.normalize(url));
    } catch (BadPageException e) {
      return false; // the record's URL is invalid, so it is not the event's
    }
  }
}

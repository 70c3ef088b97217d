package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.FingerprintSeed;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.core.page.UnjudgedPageException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes fingerprints of pages as a crawler has them: a URL, the body's bytes, a content type. The
 * fingerprints are those that crawlsieve makes with its default settings and {@code
 * page.format=raw}.
 *
 * <p>A pure function: the same page gives the same fingerprint regardless of earlier pages. Time
 * and memory are bounded: a body has at most 16 MiB, and its markup has a budget of elements and of
 * steps; a page beyond either is bad. After any exception, the next page can be given.
 *
 * <p>Not thread-safe: use one per thread. It keeps buffers, so use it for many pages.
 */
public final class BodyFingerprinter {

  private final PagePipeline pipeline;

  /** A fingerprinter with the default settings. */
  public BodyFingerprinter() {
    this(FingerprintSeed.NONE);
  }

  /**
   * A fingerprinter with the default settings and a seed. Its fingerprints are compared only with
   * those of the same seed.
   *
   * @param seed keeps authors of pages from computing whose copy a page will be taken for
   * @throws SettingsException if only the hash of the seed is known
   */
  public BodyFingerprinter(FingerprintSeed seed) {
    seed.ensureKnown();
    pipeline = new PagePipeline(FingerprintSettings.RAW.seeded(seed));
  }

  /**
   * {@return the fingerprint of a page whose time does not matter; it gets 1970-01-01T00:00Z}
   *
   * @param url an absolute http or https URL
   * @param body the body as it was served, without transfer and content encodings; not changed
   * @param contentType the header {@code Content-Type}, for example {@code text/html;
   *     charset=utf-8}; if null or empty, the type is guessed
   * @throws BadPageException if the URL is not one, the body is too large, or reading it would take
   *     too much work or memory; the same page fails again
   * @throws UnjudgedPageException if the page is not compared with others, because of its content
   *     type or because it only sends browsers elsewhere
   */
  public Fingerprint fingerprint(String url, byte[] body, @Nullable String contentType)
      throws BadPageException, UnjudgedPageException {
    return fingerprint(url, body, contentType, Instant.EPOCH);
  }

  /**
   * {@return the fingerprint of a page}
   *
   * @param url an absolute http or https URL
   * @param body the body as it was served, without transfer and content encodings; not changed
   * @param contentType the header {@code Content-Type}, for example {@code text/html;
   *     charset=utf-8}; if null or empty, the type is guessed
   * @param time when the page came in, to the millisecond; kept pages expire by it. If older pages
   *     may come after newer ones, do not give the time of the fetch: a newer page would expire
   *     those kept before it
   * @throws BadPageException if the URL is not one, the body is too large, or reading it would take
   *     too much work or memory; the same page fails again
   * @throws UnjudgedPageException if the page is not compared with others, because of its content
   *     type or because it only sends browsers elsewhere
   */
  public Fingerprint fingerprint(
      String url, byte[] body, @Nullable String contentType, Instant time)
      throws BadPageException, UnjudgedPageException {
    byte[] key = url.getBytes(UTF_8);
    Objects.requireNonNull(body, "body");
    byte[] type = contentType == null ? null : contentType.getBytes(UTF_8);
    return pipeline
        .process(
            key,
            body,
            PageHeaders.named("content-type", type),
            Coordinates.NONE,
            time.toEpochMilli())
        .judged()
        .page()
        .fingerprint();
  }
}

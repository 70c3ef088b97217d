package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.PageCharset;
import org.jspecify.annotations.Nullable;

/**
 * What was read from a body. It depends on neither the URL nor the time of the page, and holds
 * everything that a fingerprint takes from the body.
 *
 * @param title the page's title
 * @param heading its first heading
 * @param canonical target of the canonical link in the markup, as written
 * @param refresh the address to which the markup redirects browsers, as written
 * @param content hash of the text; null if it has no token
 * @param flags the {@link Fingerprint#flags} that depend on the body
 */
record BodyReading(
    String title,
    String heading,
    String canonical,
    String refresh,
    @Nullable ContentHash content,
    long bodyHash,
    long simhash,
    long rest,
    short[] sketch,
    BlockList blocks,
    int tokens,
    int shingles,
    int restShingles,
    String language,
    PageCharset charset,
    int flags) {

  private static final int OBJECTS = 480;

  boolean nearEligible() {
    return (flags & Fingerprint.FLAG_NEAR_ELIGIBLE) != 0;
  }

  /** An upper estimate of its heap bytes. */
  long bytes() {
    long chars =
        (long) title.length()
            + heading.length()
            + canonical.length()
            + refresh.length()
            + language.length();
    return OBJECTS + 2 * chars + 2L * sketch.length + blocks.stored().length;
  }
}

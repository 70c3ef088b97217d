package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.PageCharset;
import org.jspecify.annotations.Nullable;

/**
 * What a body says, which depends on neither the URL nor the time of its page. All that a
 * fingerprint has of the body comes from here.
 *
 * @param title the page's title
 * @param heading its first heading
 * @param canonical address of the canonical link in the markup, as written
 * @param refresh the address to which the markup redirects browsers, as written
 * @param content hash of the text; null if it has no token
 * @param flags those of {@link Fingerprint#flags} that the body decides
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

  /** Heap bytes, about; never less. */
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

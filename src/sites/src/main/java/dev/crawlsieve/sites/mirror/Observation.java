package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * What one verdict says about a URL: which content was found there.
 *
 * @param url the page's URL, normalised, but with its scheme, {@code www.} and all parameters
 * @param content the kept page that stands for the content: the page itself if it was kept,
 *     otherwise the page that it copies
 * @param original that kept page's URL, normalised in the same way, or null if it is the page
 *     itself
 */
public record Observation(String url, Coordinates content, @Nullable String original) {}

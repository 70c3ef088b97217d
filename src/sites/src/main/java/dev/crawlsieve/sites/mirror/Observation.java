package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import org.jspecify.annotations.Nullable;

/**
 * What one verdict says about a URL: the content found there.
 *
 * @param url the page's URL, normalised, but with scheme, {@code www.} and all parameters
 * @param content the kept page that stands for the content: the page itself if it was kept, else
 *     the one it copies
 * @param original that kept page's URL, normalised in the same way, or null if it is the page
 *     itself
 */
public record Observation(String url, Coordinates content, @Nullable String original) {}

package dev.crawlsieve.mirror;

/**
 * What was seen and what was left out since the start.
 *
 * @param observations all that came
 * @param notSampled of paths that are not among those of their site that are kept
 * @param evicted sampled paths that gave way to others
 * @param sitesRefused observations of sites beyond the bound
 * @param pairsDropped pairs of roots that gave way to others, or found no room
 */
public record MirrorCounts(
    long observations, long notSampled, long evicted, long sitesRefused, long pairsDropped) {}

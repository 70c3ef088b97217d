package dev.crawlsieve.sites.mirror;

/**
 * Totals of what is known now, and counts of what was observed and dropped since the start.
 *
 * @param observations all observations received
 * @param notSampled observations of paths that are not in their site's sample
 * @param evicted sampled paths that were replaced by others, or whose site was
 * @param sitesRefused observations of new sites beyond the limit on sites of a domain
 * @param pairsDropped pairs of roots that were replaced by others, or for which there was no room
 * @param leftOut evaluations of pairs and URL rules that would have been too much work for one
 *     record
 * @param sites sites with sampled paths
 * @param pairs pairs of roots that are tracked
 * @param mirrors tracked pairs that are declared
 * @param rules URL rules that are declared
 */
public record MirrorCounts(
    long observations,
    long notSampled,
    long evicted,
    long sitesRefused,
    long pairsDropped,
    long leftOut,
    int sites,
    int pairs,
    int mirrors,
    int rules) {}

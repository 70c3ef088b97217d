package dev.crawlsieve.core.mirror;

/**
 * What is held now, and what was seen and left out since the start.
 *
 * @param observations all that came
 * @param notSampled of paths that are not among those of their site that are kept
 * @param evicted sampled paths that gave way to others
 * @param sitesRefused observations of sites beyond the bound
 * @param pairsDropped pairs of roots that gave way to others, or found no room
 * @param links links that came
 * @param linksDropped those of them whose target was not a sampled path
 * @param sites sites of which paths are kept
 * @param pairs pairs of roots that are kept in mind
 * @param mirrors those of them that are declared
 * @param rules URL rules that are declared
 */
public record MirrorCounts(
    long observations,
    long notSampled,
    long evicted,
    long sitesRefused,
    long pairsDropped,
    long links,
    long linksDropped,
    int sites,
    int pairs,
    int mirrors,
    int rules) {}

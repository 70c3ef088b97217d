package dev.crawlsieve.core.maintext;

/**
 * The decision on each run of an outline.
 *
 * @param reasons one for each run
 * @param causes for each run, the container that gave the reason, or null
 * @param fallback whether no main part could be trusted, so that all visible text was kept
 */
record Classification(Reason[] reasons, Container[] causes, boolean fallback) {}

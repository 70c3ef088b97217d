package dev.crawlsieve.core.maintext;

/**
 * What became of the runs of an outline.
 *
 * @param reasons one for each run
 * @param causes for each run, the container that gave the reason, or null
 * @param fallback whether no main part could be trusted, so that all that is visible was kept
 */
record Classification(Reason[] reasons, Container[] causes, boolean fallback) {}

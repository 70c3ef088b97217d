package dev.crawlsieve.core.maintext;

import java.util.List;

/**
 * The decision on each run of an outline.
 *
 * @param runs the outline's runs, or parts of them, in document order
 * @param reasons the reason for each run's decision
 * @param causes for each run, the container that caused the decision, or null
 * @param fallback whether no main part could be trusted, and all visible text was kept
 */
record Classification(List<TextRun> runs, Reason[] reasons, Container[] causes, boolean fallback) {}

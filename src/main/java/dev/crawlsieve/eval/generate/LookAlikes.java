package dev.crawlsieve.eval.generate;

/**
 * Two pages that look alike and are not near-duplicates, since their main item is another.
 *
 * @param first one page's markup
 * @param second the other's
 */
record LookAlikes(String first, String second) {}

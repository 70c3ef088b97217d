package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;

/**
 * Two pages of one site that look alike.
 *
 * @param kind in which way
 * @param label whether they are near-duplicates
 * @param first one page's markup
 * @param second the other's
 */
record LookAlikes(String kind, Label label, String first, String second) {}

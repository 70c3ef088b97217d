/**
 * Generates labelled pairs from real pages: near-duplicates that vary as on the web, and pages that
 * only look alike.
 *
 * <p>A function of the pages and a seed: no clock and no other randomness.
 */
package dev.crawlsieve.lab.corpus;

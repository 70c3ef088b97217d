/**
 * Makes labelled pairs out of real pages: near-duplicates by variation as the web has it, and pages
 * that only look alike.
 *
 * <p>A function of the pages and a seed: no clock and no other chance.
 */
package dev.crawlsieve.core.corpus;

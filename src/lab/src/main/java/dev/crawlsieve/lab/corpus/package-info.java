/**
 * Generates labelled pairs from real pages: near-duplicates that vary as on the web, and pages that
 * only look alike.
 *
 * <p>A function of the pages and a seed: no clock and no other randomness. Start reading at {@link
 * EvaluationSetGenerator}. Tests: {@code EvaluationSetGeneratorTest}.
 */
package dev.crawlsieve.lab.corpus;

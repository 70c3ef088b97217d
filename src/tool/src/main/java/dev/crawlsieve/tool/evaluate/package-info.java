/**
 * Evaluation on labelled pairs, and building such a set from real pages. Start reading at {@link
 * PairEvaluation}.
 */
package dev.crawlsieve.tool.evaluate;

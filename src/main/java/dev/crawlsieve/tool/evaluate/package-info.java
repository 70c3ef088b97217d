/**
 * Evaluation on labelled pairs, and making such a set out of real pages. Start reading at {@link
 * PairEvaluation}.
 */
package dev.crawlsieve.tool.evaluate;

/**
 * Labelled pairs with their pages, and drops drawn from a crawl to be judged. Start reading at
 * {@link LabelledOptions}. Tests: {@code DropSamplingTest}.
 */
package dev.crawlsieve.measure.judge;

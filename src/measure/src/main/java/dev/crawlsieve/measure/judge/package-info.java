/**
 * Drops that are drawn from a crawl, with their pages, to be judged by people. Start reading at
 * {@link DropSampling}. Tests: {@code DropSamplingTest}.
 */
package dev.crawlsieve.measure.judge;

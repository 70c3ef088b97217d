/**
 * What was measured, and how it is said: figures, ratios, percentiles, JSON. Start reading at
 * {@link BenchResult}.
 */
package dev.crawlsieve.bench.result;

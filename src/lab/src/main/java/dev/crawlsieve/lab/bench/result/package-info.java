/**
 * Results of benchmarks and how they are reported: figures, ratios, percentiles, JSON. Start
 * reading at {@link BenchResult}. Tests: {@code ComparisonTest}.
 */
package dev.crawlsieve.lab.bench.result;

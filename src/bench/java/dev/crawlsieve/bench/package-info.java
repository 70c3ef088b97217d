/**
 * What benchmarks measure and how they say it: figures, ratios, percentiles; the index and the
 * kernels alone. Knows no Kafka.
 */
package dev.crawlsieve.bench;

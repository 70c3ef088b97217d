/**
 * Benchmarks: the topology against a pass-through, a lane, the index, what settings cost. Each runs
 * in this JVM, with a broker if it needs one; the last starts two instances. Start reading at
 * {@link StreamBench}. Tests: {@code StreamBenchIT}.
 */
package dev.crawlsieve.lab.bench;

/**
 * Benchmarks: the topology against a pass-through, a lane, the index. Each runs in this JVM, with a
 * broker if it needs one. Start reading at {@link StreamBench}. Tests: {@code StreamBenchIT}.
 */
package dev.crawlsieve.lab.bench;

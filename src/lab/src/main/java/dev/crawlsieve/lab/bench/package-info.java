/**
 * Benchmarks: the topology against a pass-through, a lane, the index, the server, long runs. Each
 * runs in this JVM, with a broker if it needs one, except {@link SpreadBench}, which starts
 * processes. Start reading at {@link StreamBench}.
 */
package dev.crawlsieve.lab.bench;

/**
 * Benchmarks: the topology against a pass-through, a lane, the index alone, the kernels, the
 * server, over minutes or hours. Each runs in this JVM, with a broker if it needs one, but for
 * {@link SpreadBench}, which starts processes. Start reading at {@link StreamBench}.
 */
package dev.crawlsieve.lab.bench;

/**
 * A lane's index as a Kafka Streams store: what its changelog holds, how the index is restored from
 * it, and how processors and code outside the topology query it. It knows nothing of the topology.
 * Start reading at {@link IndexStore}. Tests: {@code IndexRestoreTest}.
 */
package dev.crawlsieve.stream.index;

/**
 * A lane's index as a Kafka Streams store: what its changelog holds, how it is restored from it,
 * and how it is queried, by processors and from outside. Uses {@code core.index.store}; knows
 * nothing of the topology. Start reading at {@link IndexStore}. Tests: {@code IndexRestoreTest}.
 */
package dev.crawlsieve.stream.index;

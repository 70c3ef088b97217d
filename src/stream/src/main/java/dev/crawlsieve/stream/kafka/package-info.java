/**
 * Brokers and topics: connections, rights, the partitions and settings that topics need, readers of
 * topics and of single records. Start reading at {@link Connection} and {@link Topics}. Tests:
 * {@code TopicsIT}.
 */
package dev.crawlsieve.stream.kafka;

/**
 * Brokers and topics: connections, rights, what topics must have, readers of topics and single
 * records. Uses {@code core}. Start reading at {@link Connection} and {@link Topics}. Tests: {@code
 * TopicsIT}.
 */
package dev.crawlsieve.stream.kafka;

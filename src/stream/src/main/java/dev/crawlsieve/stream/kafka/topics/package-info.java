/**
 * Topics: the partitions and settings that they need, their creation, description and deletion, and
 * how far the group has read them. Start reading at {@link
 * dev.crawlsieve.stream.kafka.topics.Topics}. Tests: {@code TopicsIT}.
 */
package dev.crawlsieve.stream.kafka.topics;

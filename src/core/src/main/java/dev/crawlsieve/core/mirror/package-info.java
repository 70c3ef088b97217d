/**
 * What verdicts reveal about URLs: which places have the same pages under the same paths (mirrors),
 * and which differences between URLs of one site do not matter (rules). Knows no Kafka.
 */
package dev.crawlsieve.core.mirror;
